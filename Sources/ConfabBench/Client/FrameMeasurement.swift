import MatrixClient
import TestSupport

/// The number of drawn frames: for keys that came together, for a fixed sequence of keys, for a chat that is not on
/// screen, and at rest.
struct FrameMeasurement {
    static let together = "20 keys in one read: frames"
    static let unseen = "typing in a chat not on screen: frames"
    static let rest = "at rest: frames"

    let accounts: [BenchAccount]
    let rounds: Int
    /// The length of the idle time, in seconds.
    let restSeconds: Int

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        var screens: [(account: BenchAccount, screen: ScreenDriver)] = []
        for account in accounts { screens.append((account, try await ScreenProgram.confab(account).openToUse())) }
        for _ in 0..<rounds {
            for (account, screen) in screens {
                var round = try await typeTogether(screen) + script(screen) + hearTyping(account, screen) + rest(screen)
                for index in round.indices { round[index].size = account.size }
                report.add(round: round)
            }
        }
        for (account, screen) in screens { try await account.quit(screen) }
        return report.figures.sorted { $0.name < $1.name }
    }

    /// Sends the keys in a single write, so that the program can read them at once.
    private func typeTogether(_ screen: ScreenDriver) async throws -> [Figure] {
        let frames = screen.piecesReceived
        screen.send(String(repeating: "x", count: 20))
        try await screen.waitForRest()
        // The draft is saved half a second after the last of them, which is not drawn.
        let drawn = screen.piecesReceived - frames
        try await screen.press(.control("u"))
        try await screen.waitForRest()
        return [Figure(name: Self.together, unit: .count, samples: [Double(drawn)])]
    }

    /// Types a line, scrolls through history, switches chats, opens list and help, and comes back.
    private func script(_ screen: ScreenDriver) async throws -> [Figure] {
        let (frames, bytes) = (screen.piecesReceived, screen.bytesReceived)
        for letter in "a line of some words that is typed slowly" { try await screen.press(letter: letter) }
        try await screen.press(.control("u"))
        for _ in 0..<5 { try await screen.press(.pageUp) }
        try await screen.press(.meta(">"))
        for key in [PressedKey.control("n"), .control("n"), .control("p"), .control("p"), .tab, .tab] {
            try await screen.press(key)
        }
        try await screen.press(.function(1))
        try await screen.press(.escape)
        try await screen.waitForRest()
        return [
            Figure(
                name: "scripted session: frames", unit: .count, samples: [Double(screen.piecesReceived - frames)]),
            Figure(
                name: "scripted session: output", unit: .kilobytes,
                samples: [Double(screen.bytesReceived - bytes) / 1_000]),
        ]
    }

    private func hearTyping(_ account: BenchAccount, _ screen: ScreenDriver) async throws -> [Figure] {
        let frames = screen.piecesReceived
        for number in 0..<10 {
            try await account.bo[0].setTyping(
                roomID: account.rooms.other, userID: "@bo:localhost", isTyping: number.isMultiple(of: 2),
                timeoutMilliseconds: 30_000)
        }
        // Waiting is the only way to see that nothing is drawn.
        try await Task.sleep(for: .milliseconds(500))
        return [
            Figure(name: Self.unseen, unit: .count, samples: [Double(screen.piecesReceived - frames)])
        ]
    }

    private func rest(_ screen: ScreenDriver) async throws -> [Figure] {
        // Earlier timers (a draft's half second, a typing notice) have expired by then.
        try await Task.sleep(for: .seconds(3))
        let (before, frames) = (ProcessReading(screen.processIdentifier), screen.piecesReceived)
        // The idle time is measured here.
        try await Task.sleep(for: .seconds(restSeconds))
        let used = ProcessReading(screen.processIdentifier).since(before)
        return [
            Figure(name: Self.rest, unit: .count, samples: [Double(screen.piecesReceived - frames)]),
            Figure(name: "at rest: wake-ups", unit: .count, samples: [Double(used.turns)]),
            Figure(name: "at rest: CPU", unit: .milliseconds, samples: [used.milliseconds]),
        ]
    }
}
