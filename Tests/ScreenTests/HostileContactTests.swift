import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests hostile names and notes of contacts, and names in the server's directory, which are shown as plain text.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HostileContactTests {
    private static let texts = [
        "escape \u{1B}[2J\u{1B}]0;title\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}c end", "eight \u{9B}2J\u{9D}0;title\u{9C} end",
        "controls \u{8}\u{8}\u{7F}\u{B} end", "bidi \u{202E}drawkcab\u{2066}a \u{2028} end", "lines a\nb\r\nc\td end",
        "marks e" + String(repeating: "\u{301}\u{489}", count: 100) + " end",
        "wide " + String(repeating: "日本語👨‍👩‍👧❤\u{FE0F}", count: 30) + " end",
    ]

    @Test func hostileContactsAndSuggestionsKeepTheLayout() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let bo = try await HostilePerson.register("bo", at: server)
        let client = HomeserverClient(
            homeserver: try HomeserverLocation(userInput: server.address, allowsInsecure: false))
        let session = try await client.login(user: "ana", password: "a password of ana", deviceName: "another program")
        for (number, text) in Self.texts.enumerated() {
            try await client.setAccountData(
                userID: session.userID, type: "im.confab.contact.@p\(number):localhost",
                content: ["name": .string("\(number) \(text)"), "note": .string(text)])
        }
        await client.shutdown()
        try await bo.rename("bo " + Self.texts[0])
        await bo.leave()

        try ana.open()
        try await ana.screen.waitFor("online")
        ana.screen.send(.function(5))
        try await ana.screen.waitFor("Contacts (\(Self.texts.count))")
        for number in Self.texts.indices {
            try await ana.screen.waitFor("› \(number) ")
            try await expectUnshifted(ana, help: "In the contacts")
            ana.screen.send(.down)
        }
        ana.screen.send(.escape)
        try await ana.screen.waitUntilGone("Contacts (")
        ana.screen.send(.function(4))
        try await ana.screen.waitFor("With whom?")
        try await ana.screen.waitFor("@p0:localhost")
        try await expectUnshifted(ana, help: "At a new chat")
        ana.screen.send("bo")
        try await ana.screen.waitFor("on the server")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("[bo ")
        try await expectUnshifted(ana, help: "At a new chat")
    }

    /// Expects that the incremental drawing equals a full redraw, and that no hostile sequence reached the terminal.
    private func expectUnshifted(_ ana: PersonAtScreen, help: String) async throws {
        try await ana.settle(where: help)
        let rows = ana.screen.screen.rows
        ana.screen.send(.control("l"))
        try await ana.settle(where: help)
        #expect(ana.screen.screen.rows == rows)
        #expect(rows.allSatisfy { $0.hasPrefix(" ") || $0.hasPrefix("›") || $0.isEmpty })
        #expect(ana.screen.unknownSequences.isEmpty)
        #expect(ana.screen.screen.bells == 0)
        #expect(!ana.screen.screen.title.contains("title"))
    }
}
