import Glibc
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct OfflineTests {
        @Test(arguments: Chats.allCases)
        func linesTypedOfflineAreSentInOrderAfterReconnecting(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let (ana, server) = (conversation.ana, conversation.server)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            try await ana.end(by: SIGTERM)
            try await server.end(by: SIGTERM)

            try await ana.open()
            try await ana.waitToSee(["n001"])
            try await ana.waitUntilOffline()
            for number in 2...4 { try await ana.say(Conversation.line(number)) }
            try await expectUnsent(["n002", "n003", "n004"], at: ana)

            // The number of restarts meanwhile doesn't matter either.
            try await ana.kill()
            try await ana.open()
            try await ana.waitUntilOffline()
            try await expectUnsent(["n002", "n003", "n004"], at: ana)
            try await ana.say("n005")
            try await ana.end(by: SIGTERM)
            try await ana.open()
            try await ana.waitUntilOffline()
            try await expectUnsent(["n002", "n003", "n004", "n005"], at: ana)

            try await server.start()
            try await conversation.expectEverywhere(Conversation.lines(1...5))
        }

        private func expectUnsent(_ lines: [String], at person: Person) async throws {
            try await person.screen.waitUntil("\(lines) as unsent") { screen in
                lines.allSatisfy { line in
                    screen.chat.contains { $0.contains(line) && $0.contains("unsent") }
                } && screen.statusLine.contains("\(lines.count) unsent")
            }
        }
    }
}
