import TestSupport

/// A full-screen program that is measured: ours with a profile, or another's.
struct ScreenProgram: Sendable {
    let name: String
    /// Of its profile, as a figure has it.
    let size: String
    let open: @Sendable () throws -> ScreenDriver
    /// It shows what a person wants to see first, and can be used.
    let isUsable: @Sendable (ScreenEmulator) -> Bool
    /// All that it does at its start is done.
    let isReady: @Sendable (ScreenEmulator) -> Bool
    let close: @Sendable (ScreenDriver) async throws -> Void

    /// Starts it and waits until nothing of the start is left to do.
    func openToUse() async throws -> ScreenDriver {
        let screen = try open()
        try await screen.waitUntil("\(name) to be ready", timeout: .seconds(120), isReady)
        // Some go on drawing after their mark is there, which is not what a key costs.
        try await screen.waitForRest()
        return screen
    }

    static func confab(_ account: BenchAccount) -> ScreenProgram {
        ScreenProgram(
            name: "confab", size: account.size, open: { try account.ana.open() },
            isUsable: { $0.contains(ProfileFiller.newestText) && $0.contains(ProfileFiller.longChatName) },
            isReady: { $0.contains(ProfileFiller.newestText) && $0.contains("online") },
            close: { try await account.quit($0) })
    }
}
