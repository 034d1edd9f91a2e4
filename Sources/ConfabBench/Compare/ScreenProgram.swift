import Foundation
import TestSupport

/// A full-screen program that is measured: Confab with a profile, or another program.
struct ScreenProgram: Sendable {
    let name: String
    /// The size of its profile, as in a figure.
    let size: String
    let open: @Sendable () throws -> ScreenDriver
    /// Whether it shows its first useful content, and accepts input.
    let isUsable: @Sendable (ScreenEmulator) -> Bool
    /// Whether its startup is complete.
    let isReady: @Sendable (ScreenEmulator) -> Bool
    let close: @Sendable (ScreenDriver) async throws -> Void

    /// Starts it and waits until its startup is complete.
    func openToUse() async throws -> ScreenDriver {
        let screen = try open()
        try await screen.waitUntil("\(name) to be ready", isReady)
        // Some programs continue drawing after their mark is shown, which is not part of a key's cost.
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

extension ScreenProgram {
    private static let known = [
        ("profanity", [], "rofanity"), ("weechat", ["--temp-dir"], "WeeChat"), ("irssi", ["--noconnect"], "[(status)]"),
    ]

    /// Returns other full-screen messengers of this machine, each with a separate home directory.
    ///
    /// - Returns: The installed programs, and the names of the missing ones.
    static func others() throws -> (installed: [ScreenProgram], missing: [String]) {
        var installed: [ScreenProgram] = []
        var missing: [String] = []
        for (name, arguments, mark) in known {
            let path = "/usr/bin/\(name)"
            if FileManager.default.isExecutableFile(atPath: path) {
                installed.append(try other(name, path, arguments, mark))
            } else {
                missing.append(name)
            }
        }
        return (installed, missing)
    }

    /// - Parameter mark: The text on its screen once it can be used.
    private static func other(
        _ name: String, _ path: String, _ arguments: [String], _ mark: String
    ) throws -> ScreenProgram {
        let home = try Sandbox()
        return ScreenProgram(
            name: name, size: "",
            open: { try ScreenDriver(path, arguments: arguments, environment: home.environment) },
            isUsable: { $0.contains(mark) }, isReady: { $0.contains(mark) },
            // It has nothing to save, and ends with its screen.
            close: { _ in })
    }
}

extension ScreenDriver {
    /// Waits until nothing is drawn any more. Waiting is the only way to see that.
    func waitForRest() async throws {
        var frames = -1
        while piecesReceived != frames {
            frames = piecesReceived
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Sends a key and waits for its frame. After a while it continues without one.
    func press(_ key: PressedKey) async throws {
        // The frame may come before the next line runs.
        let frames = piecesReceived
        send(key)
        try await waitForFrame(after: frames)
    }

    func press(letter: Character) async throws {
        let frames = piecesReceived
        send(String(letter))
        try await waitForFrame(after: frames)
    }

    private func waitForFrame(after frames: Int) async throws {
        // A key that changes nothing on screen causes no frame.
        for _ in 0..<50 where piecesReceived == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
}
