import TestSupport
import Testing

extension NothingLost {
    /// A line that the server takes never is parked with the server's reason, and there is a way on.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct RefusedLineTests {
        private static let reason =
            "Lines about the weather are not welcome in this place since the long summer, when nobody spoke of anything else"

        @Test(arguments: Chats.allCases)
        func aLineThatIsRefusedForGoodSaysWhyAndTheRestGoOn(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            // The whole reason is there, on as many rows as it needs.
            try await screen.waitUntil("all words of the reason", timeout: .seconds(60)) { screen in
                let shown = screen.chat.map { $0.drop { $0 != "│" }.dropFirst() }.joined(separator: " ")
                let words = shown.split(separator: " ").joined(separator: " ")
                return words.contains(Self.reason)
            }
            try await conversation.expectOnServer([(conversation.ana, ["n002"])])
            try await select("n001", on: screen)
            screen.send(.enter)
            try await screen.waitFor(": a letter")
            screen.send("s")
            try await conversation.expectNothingLost(ana: ["n002", "n001"])
        }

        @Test(arguments: Chats.allCases)
        func aLineThatIsRefusedForGoodCanBeMended(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            try await select("n001", on: screen)
            screen.send(.meta("e"))
            try await screen.waitFor("Editing")
            screen.send(.control("u"))
            try conversation.ana.enter("n003")
            try await conversation.expectNothingLost(ana: ["n002", "n003"])
        }

        @Test(arguments: Chats.allCases)
        func aLineThatIsRefusedForGoodCanBeTakenBack(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            try await select("n001", on: screen)
            screen.send(.enter)
            try await screen.waitFor(": a letter")
            screen.send("w")
            try await screen.waitUntil("no n001", timeout: .seconds(60)) { !$0.numberedLines.contains("n001") }
            try await conversation.expectNothingLost(ana: ["n002"])
        }

        /// `n001` is refused, `n002` is sent.
        private func withRefusedLine(in chats: Chats) async throws -> (Conversation, ScreenDriver) {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            try conversation.proxy.meet(.send, with: .refusal(Self.reason))
            try await conversation.ana.say("n001")
            let screen = try conversation.ana.screen
            try await screen.waitUntil("a line that failed", timeout: .seconds(60)) {
                $0.statusLine.contains("1 failed")
            }
            try await conversation.ana.say("n002")
            try await conversation.bo.screen.waitFor("n002", timeout: .seconds(60))
            // Once the sync brought it, it stands above what never left.
            try await screen.waitUntil("n002 above n001", timeout: .seconds(60)) { screen in
                screen.numberedLines == ["n002", "n001"]
            }
            return (conversation, screen)
        }

        private func select(_ line: String, on screen: ScreenDriver) async throws {
            for _ in 0..<10 {
                let before = screen.screen.rows.first { $0.contains("│▌") }
                screen.send(.up)
                try await screen.waitUntil("another selection", timeout: .seconds(60)) { screen in
                    screen.rows.contains { $0.contains("│▌") && $0 != before }
                }
                if screen.screen.rows.contains(where: { $0.contains("│▌") && $0.contains(line) }) { return }
            }
        }
    }
}
