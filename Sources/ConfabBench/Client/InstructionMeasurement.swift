import Foundation
import MatrixAPI
import MatrixClient
import TestSupport

/// The instructions of a letter in the composer, of an encrypted line that arrives in the open chat, and of a first
/// login, counted by callgrind at 80×24. A processor's time drowns in the noise of other programs; a count of
/// instructions doesn't.
struct InstructionMeasurement {
    static let letter = "a letter: instructions"
    /// The terminal doesn't report its focus, so the line stays unread.
    static let line = "an encrypted line: instructions"
    /// A typing notification precedes the line, which is marked as read.
    static let typedLine = "an encrypted line from a typist: instructions"

    /// The start after a login, with a first sync of fifty chats, until the status line shows `online`.
    static let login = "a first login of 50 chats: instructions"

    private static let chats = 50
    private static let letters = 30
    private static let lines = 6
    /// The letters or lines before the count, so that everything is loaded.
    private static let first = 10

    func figures() async throws -> [Figure] {
        [
            try await ofLetters(), try await ofLines(areTyped: false), try await ofLines(areTyped: true),
            try await ofLogin(),
        ]
    }

    private func ofLogin() async throws -> Figure {
        let server = try await TeamServer(writeRate: 10_000)
        let first = try PersonAtScreen("bench")
        try await first.register(at: server)
        let token = try KeptTokens.read(home: first.home.path, profile: "bench@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: token)
        try await FirstLoginMeasurement.fill(client, chats: Self.chats)
        await client.shutdown()
        var counts: [Int] = []
        for _ in 0..<CountedProgram.turns {
            let person = try PersonAtScreen("bench")
            try await person.logIn(at: server.address)
            let program = try CountedProgram(home: person.home, countsStart: true)
            try await program.screen.waitFor("online")
            counts.append(try program.countSoFar())
            program.screen.terminate(SIGKILL)
        }
        _ = try await server.stop()
        return Figure(name: Self.login, unit: .count, samples: [Double(counts.min() ?? 0)])
    }

    /// Types in the first run's chat.
    private func ofLetters() async throws -> Figure {
        let program = try CountedProgram(home: Sandbox())
        try await program.screen.waitFor("Enter")
        program.screen.send(.enter)
        try await program.screen.waitFor("write a message")
        try await program.screen.waitForRest()
        try await type(Self.first, on: program.screen)
        let count = try await program.least { _ in try await type(Self.letters, on: program.screen) }
        program.screen.terminate(SIGKILL)
        return Figure(name: Self.letter, unit: .count, samples: [Double(count) / Double(Self.letters)])
    }

    private func type(_ count: Int, on screen: ScreenDriver) async throws {
        for number in 0..<count {
            let start = screen.cursor
            screen.send(bytes: [number % 6 == 5 ? 0x20 : 0x61 + UInt8(number % 26)])
            try await screen.waitUntil("the letter") { $0.cursor != start }
        }
    }

    /// Lets Bo write in an encrypted chat that Ana looks at.
    private func ofLines(areTyped: Bool) async throws -> Figure {
        let chat = try await PeopleInChat()
        let (ana, bo) = (chat.ana, chat.bo)
        for person in areTyped ? [ana] : [ana, bo] { try await chat.close(person) }

        let program = try CountedProgram(home: ana.home)
        try await program.screen.waitFor("online")
        // The terminal has the focus.
        if areTyped { program.screen.send("\u{1B}[I") }
        let send = { (words: String) in
            if areTyped {
                bo.screen.send(words + "\r")
            } else if try await bo.run(["send", "@ana:localhost", words]).exit != .status(0) {
                throw BenchError.toolFailed("confab send")
            }
        }
        try await show(Self.first, "before", on: program.screen, send)
        let count = try await program.least { turn in
            try await show(Self.lines, "counted \(turn),", on: program.screen, send)
        }
        program.screen.terminate(SIGKILL)
        if areTyped { bo.screen.terminate(SIGKILL) }
        _ = try await chat.server.stop()
        let name = areTyped ? Self.typedLine : Self.line
        return Figure(name: name, unit: .count, samples: [Double(count) / Double(Self.lines)])
    }

    private func show(
        _ count: Int, _ words: String, on screen: ScreenDriver, _ send: (String) async throws -> Void
    ) async throws {
        for number in 1...count {
            try await send("tea at five, \(words) \(number).")
            try await screen.waitFor("\(words) \(number).")
            try await screen.waitForRest()
        }
    }
}
