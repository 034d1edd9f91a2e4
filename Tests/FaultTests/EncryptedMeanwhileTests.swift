import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Lines that were accepted while the chat was open to all, and the chat was made an encrypted one elsewhere before they left.
    /// In all of these the server takes lines at once, while what it has to say is a long time coming.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct EncryptedMeanwhileTests {
        enum Return: String, CaseIterable {
            case reconnected, restarted, killedAndRestarted
        }

        @Test(arguments: Return.allCases)
        func linesTypedOfflineGoOutSealedWhereTheChatBecameEncrypted(after comingBack: Return) async throws {
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

            // They can be read after the next start as well.
            try await ana.end(by: SIGTERM)
            try await ana.open()
            try await ana.waitToSee(["n001", "n002", "n003", "n004"])
            #expect(try await sealedLines(conversation) == 3)
        }

        /// The connection by which the server is heard is dead, and the program doesn't know yet.
        @Test func aLineThatGotNoAnswerIsNotTriedAgainUnheard() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let syncs = proxy.count(of: .sync)
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 10_000)
            proxy.cut()
            // What was missed, and the first poll.
            try await proxy.waitForRequests(syncs + 2, to: .sync)
            // From the poll after the one that brings this line on nothing is heard.
            let held = proxy.meet(.sync, with: .hold, times: 10_000)
            // It is not typed, since the poll that is there would bring that he types.
            try await bo.post("n501", in: conversation.roomID)
            try await ana.waitToSee(["n501"])
            try await encrypt(conversation)
            try await proxy.waitForFaults(by: held)

            let lost = proxy.meet(.send, with: .loseRequest)
            try await ana.say("n001")
            try await proxy.waitForFaults(by: lost)
            // What is asked for anew.
            try await proxy.waitForFaults(2, by: held)
            try await ana.say("n002")
            #expect(proxy.count(of: .send) == 1)
            proxy.mend()
            // Whether the request came there, only the server knows.
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

        /// What the server has that it can't read, doubles included.
        private func sealedLines(_ conversation: Conversation) async throws -> Int {
            let page = try await conversation.bo.client.messages(roomID: conversation.roomID, from: nil, limit: 100)
            return page.chunk.count { $0.type == "m.room.encrypted" }
        }

        /// It says why it stays and what to do.
        private func expectKept(_ line: String, at person: Person) async throws {
            try await person.screen.waitUntil("\(line) kept", timeout: .seconds(60)) { screen in
                screen.numberedLines.contains(line)
                    && screen.chat.count { $0.contains("failed: It may have been sent before") } == 1
                    && screen.statusLine.contains("1 failed")
            }
        }
    }
}
