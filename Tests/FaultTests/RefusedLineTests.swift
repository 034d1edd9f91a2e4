import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests that a line which the server permanently refuses is kept with the server's reason, and that the user
    /// can act on it.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct RefusedLineTests {
        private static let reason =
            "Lines about the weather are not welcome in this place since the long summer, when nobody spoke of anything else"

        @Test(arguments: Chats.allCases)
        func rejectedLineShowsItsReasonAndOthersAreSent(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            // The whole reason is shown, on as many rows as it needs.
            try await screen.waitUntil("all words of the reason") { screen in
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
        func rejectedLineCanBeEdited(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            try await select("n001", on: screen)
            screen.send(.meta("e"))
            try await screen.waitFor("Editing")
            screen.send(.control("u"))
            try conversation.ana.enter("n003")
            try await conversation.expectNothingLost(ana: ["n002", "n003"])
        }

        @Test(arguments: Chats.allCases)
        func rejectedLineCanBeWithdrawn(in chats: Chats) async throws {
            let (conversation, screen) = try await withRefusedLine(in: chats)
            try await select("n001", on: screen)
            screen.send(.enter)
            try await screen.waitFor(": a letter")
            screen.send("w")
            try await screen.waitUntil("no n001") { !$0.numberedLines.contains("n001") }
            try await conversation.expectNothingLost(ana: ["n002"])
        }

        /// The server refuses the second of two equal reactions by an account. The user has nothing to fix.
        @Test func duplicateReactionOfAnotherDeviceIsNoFailure() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            let screen = try ana.screen
            proxy.meet(.anything, with: .badGateway, times: 10_000)
            proxy.cut()
            try await ana.waitUntilOffline()
            try await select("n001", on: screen)
            screen.send(.enter)
            try await screen.waitFor(": a letter")
            screen.send("+")
            try await screen.waitFor("👍 thumbsup")
            screen.send("thumbsup")
            try await screen.waitFor("1 of ")
            screen.send(.enter)
            try await screen.waitUntil("a reaction that waits") {
                $0.statusLine.contains("1 unsent")
            }
            let page = try await ana.client.messages(
                roomID: conversation.roomID, from: nil, limit: 10, isForward: false)
            let line = try #require(page.chunk.first { $0.content["body"]?.string == "n001" }?.eventID)
            _ = try await ana.client.send(
                roomID: conversation.roomID, type: "m.reaction", transactionID: "another device",
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(line), "key": "👍"]])
            let sends = proxy.count(of: .send)
            proxy.mend()
            try await proxy.waitForRequests(sends + 1, to: .send)
            try await screen.waitUntil("one reaction and nothing that waits or failed") {
                $0.contains("[👍 1]") && !$0.statusLine.contains("unsent") && !$0.statusLine.contains("failed")
            }
            // It is not on disk either, where a start would find it.
            try await ana.end(by: SIGTERM)
            try await ana.open()
            try await ana.waitUntilAllIsSent()
            #expect(try !ana.screen.screen.statusLine.contains("failed"))
        }

        /// Prepares a chat in which `n001` is refused and `n002` is sent.
        private func withRefusedLine(in chats: Chats) async throws -> (Conversation, ScreenDriver) {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            try conversation.proxy.meet(.send, with: .refusal(Self.reason))
            try await conversation.ana.say("n001")
            let screen = try conversation.ana.screen
            try await screen.waitUntil("a line that failed") {
                $0.statusLine.contains("1 failed")
            }
            try await conversation.ana.say("n002")
            try await conversation.bo.screen.waitFor("n002")
            // After its echo the sent line stands above the unsent one.
            try await screen.waitUntil("n002 above n001") { screen in
                screen.numberedLines == ["n002", "n001"]
            }
            return (conversation, screen)
        }

        private func select(_ line: String, on screen: ScreenDriver) async throws {
            for _ in 0..<10 {
                let before = screen.screen.rows.first { $0.contains("│▌") }
                screen.send(.up)
                try await screen.waitUntil("another selection") { screen in
                    screen.rows.contains { $0.contains("│▌") && $0 != before }
                }
                if screen.screen.rows.contains(where: { $0.contains("│▌") && $0.contains(line) }) { return }
            }
        }
    }
}
