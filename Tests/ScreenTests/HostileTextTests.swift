import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests hostile text of other users, which is shown as plain text on ana's screen.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HostileTextTests {
    private static let lines = [
        "escape \u{1B}[2J\u{1B}[31mred\u{1B}]0;title\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}P1$r\u{1B}\\\u{1B}c end",
        "eight bits \u{9B}2J\u{9D}0;title\u{9C}\u{90}q\u{85}\u{8D} end",
        "controls \u{0}\u{8}\u{8}\u{8}\u{B}\u{C}\u{E}\u{F}\u{5}\u{7F} end",
        "bidi \u{202E}drawkcab\u{202C} \u{2066}a\u{2069}\u{200F}\u{61C}\u{2028}\u{2029} end",
        "marks " + String(repeating: "e" + String(repeating: "\u{301}\u{489}\u{20DD}", count: 50), count: 30) + " end",
        "tabs \t\t\tand\tmore\t end",
        "long " + String(repeating: "w", count: 3_000) + " end",
        "wide " + String(repeating: "日本語👨‍👩‍👧🇩🇪❤\u{FE0F}한", count: 30) + " end",
        "invisible \u{200B}\u{200D}\u{FEFF}\u{AD}\u{E0041}\u{E007F}\u{FFF9}\u{115F}\u{3164}\u{FFA0} end",
        "strange \(noncharacters)\u{E000}\u{378}\u{0F71}\u{0BA8}\u{0BBF} end",
    ]

    private static let names = [
        "bo\u{1B}[2J\u{1B}]0;title\u{7}", "\u{202E}ob\u{9B}31m", "bo\n\r\tb\u{2028}o",
        "b" + String(repeating: "\u{489}", count: 200) + String(repeating: "日", count: 100),
    ]

    private static let html = [
        "<b>\u{1B}[2J&#27;]0;title&#7;&#x9b;31m</b> <i>&#8238;drawkcab</i> end",
        "<a href=\"https://x.example/&#27;[2J\">\u{1B}]8;;https://evil.example\u{7}here</a> <a href='https://\u{202E}x'>y</a>",
        "<a href=\"https://日本.example/日本\">日本語</a><a href='https://y.example'>🇩🇪👨‍👩‍👧</a> end",
        String(repeating: "<blockquote><ul><li>", count: 200) + "deep 日本語 end",
        "<pre><code>tab\there\u{8}\u{8}\n" + String(repeating: "日本x", count: 60) + "\n\u{1B}c</code></pre>",
        "<ol start=2147483647><li>a<li>b</ol><table><tr><td>e\u{301}\u{489}</td><td>\u{301}</td></tr></table>",
        "<span data-mx-spoiler=\"&#27;]0;title&#7;\">x</span><img alt=\"\u{9B}2J\"><a href=\"https://matrix.to/#/@bo:x\">\u{301}</a>",
        "<b" + String(repeating: " x=\u{1B}[2J", count: 100) + ">x</b><!-- \u{1B}[2J --><script>\u{1B}c</script>end",
        String(repeating: "<code>`</code><del>~</del>", count: 40) + "\u{301}<code>\u{301}</code>",
    ]

    /// The compiler doesn't accept these in a literal.
    private static let noncharacters = [0xFDD0, 0xFFFF, 0x10FFFF].compactMap { Unicode.Scalar($0 as UInt32) }
        .map { String($0) }.joined()

    @Test func hostileLinesKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, line) in Self.lines.enumerated() {
                try await bo.say(line)
                try await bo.say("after line \(number)")
                try await ana.screen.waitFor("after line \(number)")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostileFormattingKeepsTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, html) in Self.html.enumerated() {
                try await bo.say(html: html)
                try await bo.say("after line \(number)")
                try await ana.screen.waitFor("after line \(number)")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostileChatDetailsKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, text) in (Self.lines + Self.names).map({ String($0.prefix(600)) }).enumerated() {
                try await bo.describe(text)
                if Self.names.contains(text) { try await bo.rename(text) }
                try await bo.say("after details \(number)")
                try await ana.screen.waitFor("after details \(number)")
                ana.screen.send(.meta("i"))
                try await ana.screen.waitFor("Room ID")
                try await ana.screen.waitUntilGone("Asking who is here")
                try await expectDrawnAsInOneGo(ana)
                ana.screen.send(.escape)
                try await ana.screen.waitUntilGone("Room ID")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostileReactionsKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, line) in Self.lines.enumerated() {
                try await bo.say("signs \(number)", reactingWith: [String(line.prefix(300)), "+\(number)"])
                try await ana.screen.waitFor("+\(number) 1")
                try await ana.select("signs \(number)")
                try await ana.act("+")
                try await ana.screen.waitFor("an emoji or a word")
                try await expectDrawnAsInOneGo(ana)
                ana.screen.send(.escape)
                try await ana.screen.waitUntilGone("an emoji or a word")
                ana.screen.send(.escape)
                try await ana.screen.waitFor("Enter send")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostileDeletionReasonsKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, line) in Self.lines.enumerated() {
                try await bo.delete("gone \(number)", reason: line)
                try await bo.say("after reason \(number)")
                try await ana.screen.waitFor("after reason \(number)")
                try await ana.screen.waitFor("Deleted: ")
                try await ana.screen.waitUntilGone("gone \(number)")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostilePowerLevelsKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, line) in Self.lines.enumerated() {
                // This server accepts no other names of members.
                let start = String(line.prefix(300))
                let name = start.isSoundIdentifier ? start : "line \(number)"
                try await bo.setPower([
                    "events": .object([name: 0, "m.room.message": 0]),
                    "notifications": .object([name: .integer(-(1 << 53 - 1))]),
                    "users_default": -7, "strange": .string(line),
                ])
                try await bo.say("after power \(number)")
                try await ana.screen.waitFor("after power \(number)")
                ana.screen.send(.meta("i"))
                try await ana.screen.waitFor("Room ID")
                try await ana.screen.waitUntilGone("Asking who is here")
                try await expectDrawnAsInOneGo(ana)
                ana.screen.send(.escape)
                try await ana.screen.waitUntilGone("Room ID")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    /// Expects that the incremental drawing equals a full redraw, and that only text reached the terminal.
    private func expectDrawnAsInOneGo(_ ana: PersonAtScreen) async throws {
        try await ana.settle()
        let rows = ana.screen.screen.rows.dropFirst()
        ana.screen.send(.control("l"))
        try await ana.settle()
        for (before, now) in zip(rows, ana.screen.screen.rows.dropFirst()) { #expect(before == now) }
        expectClean(ana)
    }

    @Test func hostileNamesKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, name) in Self.names.enumerated() {
                try await bo.rename(name)
                try await bo.say("after name \(number)")
                try await ana.screen.waitFor("after name \(number)")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    @Test func hostileInvitationsKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, name) in Self.names.enumerated() {
                try await bo.inviteToGroup(name, topic: Self.lines[number], ["@ana:localhost"])
                try await ana.screen.waitFor("✉")
                ana.screen.send(.function(7))
                try await ana.screen.waitFor("a accepts")
                try await ana.screen.waitFor("Its topic")
                try await ana.screen.waitUntil("straight walls") { screen in
                    (1..<screen.height - 1).allSatisfy { screen.cell(x: 21, y: $0).text == "│" }
                }
                ana.screen.send("d")
                try await ana.screen.waitUntilGone("✉")
                #expect(ana.screen.unknownSequences.isEmpty)
                #expect(ana.screen.screen.bells == 0)
                #expect(!ana.screen.screen.title.contains("title"))
            }
        }
    }

    @Test func hostileNamesInCompletionKeepTheLayout() async throws {
        try await withHostileBo { ana, bo in
            for (number, name) in Self.names.enumerated() {
                try await bo.rename(name)
                try await bo.say("after name \(number)")
                try await ana.screen.waitFor("after name \(number)")
                ana.screen.send("@b")
                try await ana.screen.waitFor("── People ──")
                #expect(ana.screen.screen.contains("@bo:localhost"))
                ana.screen.send(.tab)
                try await ana.screen.waitUntilGone("── People ──")
                try await ana.screen.waitFor("▏@")
                ana.screen.send(.control("u"))
                try await ana.screen.waitUntilGone("▏@")
                try await expectUnshifted(ana, "mine \(number)")
            }
        }
    }

    /// Expects that the frame around the chat is not shifted, and that ana's own line has its status at the edge.
    private func expectUnshifted(_ ana: PersonAtScreen, _ line: String) async throws {
        try await ana.say(line)
        try await ana.screen.waitUntil("a status at the edge, and straight walls") { screen in
            let walls = (1..<screen.height - 1).allSatisfy { ["│", "├"].contains(screen.cell(x: 21, y: $0).text) }
            return walls && screen.rows.contains { $0.hasSuffix(" sent") && $0.count == 80 && $0.contains(" \(line) ") }
        }
        // The echo has the server's time, which may be of the next minute.
        try await ana.settle()
        // The incremental drawing must equal a full redraw.
        let rows = chatRows(of: ana)
        ana.screen.send(.control("l"))
        try await ana.settle()
        for (before, now) in zip(rows, chatRows(of: ana)) { #expect(before == now) }
        expectClean(ana)
    }

    private func expectClean(_ ana: PersonAtScreen) {
        #expect(ana.screen.unknownSequences.isEmpty)
        #expect(ana.screen.screen.bells == 0)
        #expect(!ana.screen.screen.title.contains("title"))
        #expect(!ana.screen.output.contains(0))
    }

    /// Returns the screen without status line and chat list, whose unread counts are updated a moment later.
    private func chatRows(of person: PersonAtScreen) -> [Substring] {
        person.screen.screen.rows.dropFirst().dropLast().map { $0.dropFirst(21) }
    }

    private func withHostileBo(
        _ body: (PersonAtScreen, HostilePerson) async throws -> Void
    ) async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        // A notice would ring the bell if the user didn't type for a while. Without notices, any bell comes from
        // hostile text.
        try ana.save(settings: "[notices]\nbell = false\n")
        let bo = try await HostilePerson.register("bo", at: server)
        do {
            try ana.open()
            try await ana.screen.waitFor("online")
            try await bo.invite("@ana:localhost")
            try await ana.acceptInvitation()
            try await body(ana, bo)
        } catch {
            await bo.leave()
            throw error
        }
        await bo.leave()
    }
}
