import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests that no log contains the content of chats, even if a server repeats it in its errors.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct LogTests {
        private static let words = [
            "canary-line", "canary-refused", "canary-draft", "canary-edit", "canary-reaction", "canary-topic",
            "canary-name", "likes beans",
        ]

        @Test(arguments: Chats.allCases)
        func debugLogsContainNoSecretsOrMessageText(in chats: Chats) async throws {
            let conversation = try await Conversation(
                hasProxy: true, isEncrypted: chats.areEncrypted, environment: ["CONFAB_LOG": "debug"])
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            try await live(conversation)
            let (ofAna, ofBo) = (try ana.secretKeys(), try conversation.bo.secretKeys())
            #expect(ofAna.sessions.isEmpty != chats.areEncrypted && ofBo.sessions.isEmpty != chats.areEncrypted)
            let keys = ofAna.device + ofAna.sessions + ofBo.device + ofBo.sessions
            let secrets = try Self.words + [ana.token, conversation.bo.token] + keys
            proxy.meet(.send, with: .echo(status: 403))
            try await ana.say("canary-refused")
            try await ana.screen.waitUntil("a line that failed") { screen in
                screen.statusLine.contains("1 failed")
            }
            let echoes = proxy.meet(.anything, with: .echo(status: 500), times: 1_000)
            proxy.cut()
            try await proxy.waitForFaults(3, by: echoes)
            try await ana.waitUntilOffline()
            let process = try ana.screen.processIdentifier
            for file in ["cmdline", "environ"] {
                let bytes = try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)"))
                let text = String(decoding: bytes, as: UTF8.self)
                for secret in secrets { #expect(!text.contains(secret), "\(file) of the program") }
            }
            proxy.mend()
            try await ana.waitUntilOnline()
            try await ana.end(by: SIGTERM)
            // A login doesn't log more either if the server repeats the password.
            proxy.meet(.login, with: .echo(status: 500))
            let said = try await ana.failToLogIn()
            #expect(said.contains("m.login.password"))

            let logs = [
                ("ana", try ana.log()), ("bo", try conversation.bo.log()),
                ("the server", try conversation.server.said()),
            ]
            for (name, log) in logs {
                #expect(log.contains(" debug "), "the log of \(name) is not talkative")
                for secret in secrets where log.contains(secret) {
                    Issue.record("the log of \(name) has \(secret)")
                }
            }
            #expect(try ana.log().contains("/send/"))
            for secret in secrets { #expect(!said.contains(secret), "what the login says") }
        }

        /// Sends every kind of text that a user can write.
        private func live(_ conversation: Conversation) async throws {
            let (ana, bo, roomID) = (conversation.ana, conversation.bo, conversation.roomID)
            try await ana.say("canary-line")
            try await bo.say("n501")
            // A line can be edited once its event has come back.
            try await conversation.waitUntilAllIsSent(by: bo)
            let sent = try await bo.client.messages(roomID: roomID, from: nil, limit: 10).chunk
            let types = ["m.room.message", "m.room.encrypted"]
            let eventID = try #require(sent.first { $0.sender == bo.userID && types.contains($0.type) }?.eventID)
            try bo.screen.send(.control("o"))
            try bo.screen.send("me")
            try await bo.screen.waitFor("Editing")
            try bo.screen.send(.control("u"))
            try await bo.say("canary-edit")
            _ = try await bo.client.send(
                roomID: roomID, type: "m.reaction", transactionID: "1",
                content: [
                    "m.relates_to": [
                        "rel_type": "m.annotation", "event_id": .string(eventID), "key": "canary-reaction",
                    ]
                ])
            _ = try await ana.client.setState(
                roomID: roomID, type: "m.room.topic", stateKey: "", content: ["topic": "canary-topic"])
            try await bo.client.setDisplayName("canary-name", userID: bo.userID)
            try await ana.screen.waitFor("canary-edit")
            try await ana.screen.waitFor("canary-reaction")
            try ana.screen.send("canary-draft")
            try await ana.screen.waitFor("canary-draft")
            try await bo.screen.waitFor("canary-line")
            try await ana.clearComposer()
        }
    }
}
