package import Engine
package import Foundation
package import MatrixClient
package import MatrixCrypto

/// The session's outside dependencies: time, random numbers and the surrounding program.
@MainActor
package struct SessionEnvironment {
    /// The part that works without a screen.
    package var engine: EngineEnvironment
    /// Ends the program.
    package var quit: () -> Void
    /// Called when the user completes a step of the onboarding.
    package var didCompleteStep: (OnboardingStep) -> Void
    /// Raises a notification for a user who may not be looking at the screen.
    package var raiseNotice: (RaisedNotification) -> Void = { _ in }
    /// Called with chats whose notifications were raised and whose messages were read since.
    package var withdrawNotices: (Set<String>) -> Void = { _ in }
    /// Makes the screen hand over the typed text immediately, which it otherwise does after a pause.
    package var handOverText: () -> Void = {}
    /// Returns the key that encrypts this device's stored keys, or `nil` if it is unavailable. The closure itself is
    /// `nil` for a program without encryption.
    package var sealingKey: (@Sendable () async -> SealingKey?)?
    /// `nil` for an account whose server is in this program and that has no password.
    package var login: AccountLogin?
    /// Starts adding an account; `nil` if the program supports only one.
    package var addAccount: (@MainActor () -> Void)?
    /// `nil` for a program that decodes no pictures.
    package var pictures: PictureRenderer? {
        didSet { engine.pictures = pictures?.process }
    }
    /// `nil` for an account whose server is another program.
    package var sharing: ServerSharing?

    package init(
        now: @escaping () -> Int64, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void,
        quit: @escaping () -> Void, didCompleteStep: @escaping (OnboardingStep) -> Void
    ) {
        engine = EngineEnvironment(now: now, after: after)
        self.quit = quit
        self.didCompleteStep = didCompleteStep
    }
}

extension SessionEnvironment {
    package var now: () -> Int64 { engine.now }

    package var clock: LoopClock {
        get { engine.clock }
        set { engine.clock = newValue }
    }

    package var after: (Int, @escaping @MainActor () -> Void) -> Void { engine.after }

    package var media: MediaDirectories? {
        get { engine.media }
        set { engine.media = newValue }
    }

    /// The current date.
    package var today: Date { Date(timeIntervalSince1970: Double(now()) / 1_000) }
}

/// An action of the user that the onboarding reacts to.
package enum OnboardingStep: String, Hashable, Sendable {
    case switchedChat, openedHelp
}
