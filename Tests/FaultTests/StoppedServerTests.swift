import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct StoppedServerTests {
        @Test(arguments: Chats.allCases)
        func serverTerminatesCleanlyWithConnectedClients(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            // The line reached bo by the stream that the program keeps open.
            try await conversation.ana.say("n001")
            try await conversation.bo.waitToSee(["n001"])
            let client = conversation.bo.client
            let now = try await client.sync(since: nil, timeoutMilliseconds: 0).nextBatch
            let poll = Task { try await client.sync(since: now, timeoutMilliseconds: 300_000) }
            let second = Task { try await client.sync(since: now, timeoutMilliseconds: 300_000) }
            // The response to a later request proves that the polls arrived before.
            _ = try await conversation.linesOnServer()
            #expect(try await conversation.server.end(by: SIGTERM) == .status(0))
            _ = await (poll.result, second.result)
        }

        @Test func hungServerIsNotOnlineAndGetsTheLineLater() async throws {
            let conversation = try await Conversation()
            let ana = conversation.ana
            let server = try #require(conversation.server.processIdentifier)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            #expect(kill(server, SIGSTOP) == 0)
            defer { kill(server, SIGCONT) }
            try await ana.say("n002")
            try await ana.screen.waitFor("no answer for 1")
            #expect(kill(server, SIGCONT) == 0)
            try await ana.screen.waitUntil("online") { $0.statusLine.contains("online") }
            try await conversation.expectEverywhere(["n001", "n002"])
        }

        /// As after sleep: the connections are dead but not closed, and new ones work.
        @Test(arguments: Chats.allCases)
        func tryNowReplacesADeadConnection(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            proxy.freeze(includingNew: true)
            try await ana.say("n002")
            try await ana.screen.waitUntil("that nothing answers") {
                $0.statusLine.contains("no answer for 1") && $0.statusLine.contains("1 unsent")
            }
            #expect(try await conversation.linesOnServer() == (chats.areEncrypted ? [] : ["n001"]))
            proxy.letNewConnectionsPass()
            try ana.screen.send(.control("o"))
            try ana.screen.send("t")
            // On its old connection it would wait another 45 seconds.
            try await conversation.bo.screen.waitFor("n002")
            try await ana.waitUntilOnline()
            try await conversation.expectEverywhere(["n001", "n002"])
        }
    }
}
