import Foundation
package import MatrixClient
package import MatrixCrypto

/// What the world outside gives: time, chance, and the program around.
@MainActor
package struct SessionEnvironment {
    /// Milliseconds since 1970, as this machine's clock has it; it may be wrong and may be set.
    package var now: () -> Int64
    /// Milliseconds of a clock that only goes on.
    package var clock = LoopClock.continuous
    /// Calls back on the main actor after so many milliseconds.
    package var after: (Int, @escaping @MainActor () -> Void) -> Void
    /// Ends the program.
    package var quit: () -> Void
    /// Told of what the person did.
    package var didCompleteStep: (OnboardingStep) -> Void
    /// Tells a person who looks elsewhere.
    package var raiseNotice: (RaisedNotice) -> Void = { _ in }
    /// Told of chats of which a notice was raised, and which were read since.
    package var withdrawNotices: (Set<String>) -> Void = { _ in }
    /// Has the screen tell what is being written at this moment, which it otherwise does after a pause.
    package var handOverText: () -> Void = {}
    /// What the keys of this device are sealed with; within the answer `nil` where it can't be had. `nil` for a program that
    /// encrypts nothing.
    package var sealingKey: (@Sendable () async -> SealingKey?)?
    /// `nil` for an account that lives in this program and has no password.
    package var login: AccountLogin?
    /// Asks for one more account; `nil` where there is room for one alone.
    package var addAccount: (@MainActor () -> Void)?
    /// `nil` for a program that shows no files.
    package var media: MediaPlaces?
    /// `nil` for a program that decodes no pictures.
    package var pictures: PictureDesk?
    /// `nil` for an account whose server is another program.
    package var sharing: ServerSharing?

    package init(
        now: @escaping () -> Int64, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void,
        quit: @escaping () -> Void, didCompleteStep: @escaping (OnboardingStep) -> Void
    ) {
        self.now = now
        self.after = after
        self.quit = quit
        self.didCompleteStep = didCompleteStep
    }
}

extension SessionEnvironment {
    /// The moment that it is.
    var today: Date { Date(timeIntervalSince1970: Double(now()) / 1_000) }
}
