import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct KilledServerTests {
        @Test(arguments: Chats.allCases)
        func acceptedLinesSurviveServerKillAndClientsReconnect(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let (ana, bo, server) = (conversation.ana, conversation.bo, conversation.server)
            try await ana.say("n001")
            try await ana.screen.waitUntil("the server's answer") { screen in
                // Bo may have read it already.
                screen.rows.contains { $0.contains("n001") && ($0.hasSuffix("sent") || $0.hasSuffix("read")) }
            }
            try await server.kill()
            try await ana.waitUntilOffline()
            try await bo.waitUntilOffline()
            try await server.start()
            try await ana.waitUntilOnline()
            try await bo.waitUntilOnline()
            try await ana.say("n002")
            try await conversation.expectEverywhere(["n001", "n002"])
        }

        @Test(arguments: Chats.allCases)
        func linesTypedDuringServerKillArriveInOrder(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let (ana, server) = (conversation.ana, conversation.server)
            for line in Conversation.lines(1...5) { try ana.enter(line) }
            try await server.kill()
            for line in Conversation.lines(6...10) { try ana.enter(line) }
            try await ana.waitToSee(Conversation.lines(1...10))
            try await server.start()
            try await conversation.expectEverywhere(Conversation.lines(1...10))
        }
    }
}
