import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests lines that were accepted in an unencrypted chat, which another device encrypted before they were sent.
    /// In all these tests the server accepts lines at once, while its sync responses are delayed.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct EncryptedMeanwhileTests {
        enum Return: String, CaseIterable {
            case reconnected, restarted, killedAndRestarted
        }

        @Test(arguments: Return.allCases)
        func offlineLinesAreEncryptedIfTheChatBecameEncrypted(after comingBack: Return) async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            proxy.meet(.anything, with: .badGateway, times: 10_000)
            proxy.cut()
            try await ana.waitUntilOffline()
            for line in ["n002", "n003"] { try await ana.say(line) }
            switch comingBack {
            case .reconnected: break
            case .restarted: try await ana.end(by: SIGTERM)
            case .killedAndRestarted: try await ana.kill()
            }
            try await encrypt(conversation)

            let sends = proxy.count(of: .send)
            let held = proxy.meetOnly(.sync, with: .hold)
            if comingBack != .reconnected { try await ana.open() }
            try await proxy.waitForFaults(by: held)
            try await ana.say("n004")
            #expect(proxy.count(of: .send) == sends)
            proxy.mend()
            try await ana.waitUntilAllIsSent()
            try await conversation.bo.waitToSee(["n001", "n002", "n003", "n004"])
            #expect(try await conversation.linesOnServer() == ["n001"])
            #expect(try await sealedLines(conversation) == 3)

            // The lines stay readable after the next start.
            try await ana.end(by: SIGTERM)
            try await ana.open()
            try await ana.waitToSee(["n001", "n002", "n003", "n004"])
            #expect(try await sealedLines(conversation) == 3)
        }

        /// The sync connection is dead, and the program hasn't noticed yet.
        @Test func unansweredLineIsNotRetriedWhileSyncIsDown() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let syncs = proxy.count(of: .sync)
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 10_000)
            proxy.cut()
            // The sync of missed events, and the first poll.
            try await proxy.waitForRequests(syncs + 2, to: .sync)
            // From the poll after the one with this line on, nothing is received.
            let held = proxy.meet(.sync, with: .hold, times: 10_000)
            // The line is posted by the API. Typing it would end the current poll with a typing notification.
            try await bo.post("n501", in: conversation.roomID)
            try await ana.waitToSee(["n501"])
            try await encrypt(conversation)
            try await proxy.waitForFaults(by: held)

            let lost = proxy.meet(.send, with: .loseRequest)
            try await ana.say("n001")
            try await proxy.waitForFaults(by: lost)
            // The poll that the program repeats.
            try await proxy.waitForFaults(2, by: held)
            try await ana.say("n002")
            #expect(proxy.count(of: .send) == 1)
            proxy.mend()
            // Only the server knows whether the request arrived.
            try await expectKept("n001", at: ana)
            try await bo.waitToSee(["n501", "n002"])
            #expect(try await conversation.linesOnServer().isEmpty)
            #expect(try await sealedLines(conversation) == 1)
        }

        private func encrypt(_ conversation: Conversation) async throws {
            _ = try await conversation.ana.client.setState(
                roomID: conversation.roomID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2"])
        }

        /// Returns the number of encrypted lines on the server, duplicates included.
        private func sealedLines(_ conversation: Conversation) async throws -> Int {
            let page = try await conversation.bo.client.messages(roomID: conversation.roomID, from: nil, limit: 100)
            return page.chunk.count { $0.type == "m.room.encrypted" }
        }

        /// Waits until the line is kept with its reason and the available actions.
        private func expectKept(_ line: String, at person: Person) async throws {
            try await person.screen.waitUntil("\(line) kept") { screen in
                screen.numberedLines.contains(line)
                    && screen.chat.count { $0.contains("failed: It may have been sent before") } == 1
                    && screen.statusLine.contains("1 failed")
            }
        }
    }
}
