import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// What nobody but those in a chat may read is in no log, also where a server repeats it in its errors.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct LogTests {
        private static let words = [
            "canary-line", "canary-refused", "canary-draft", "canary-edit", "canary-reaction", "canary-topic",
            "canary-name", "likes beans",
        ]

        @Test func noTokenPasswordOrWordIsInALogAtTheMostTalkativeLevel() async throws {
            let conversation = try await Conversation(hasProxy: true, environment: ["CONFAB_LOG": "debug"])
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            let secrets = try Self.words + [ana.token, conversation.bo.token]
            try await live(conversation)
            proxy.meet(.send, with: .echo(status: 403))
            try await ana.say("canary-refused")
            try await ana.screen.waitUntil("a line that failed", timeout: .seconds(60)) { screen in
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
            // Nor does a login say more where the server repeats the password.
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

        /// Everything that people write, once.
        private func live(_ conversation: Conversation) async throws {
            let (ana, bo, roomID) = (conversation.ana, conversation.bo, conversation.roomID)
            try await ana.say("canary-line")
            let eventID = try await bo.client.send(
                roomID: roomID, type: "m.room.message", transactionID: "1",
                content: ["msgtype": "m.text", "body": "n501"])
            let edited: JSONValue = ["msgtype": "m.text", "body": "canary-edit"]
            _ = try await bo.client.send(
                roomID: roomID, type: "m.room.message", transactionID: "2",
                content: [
                    "msgtype": "m.text", "body": "* canary-edit", "m.new_content": edited,
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(eventID)],
                ])
            _ = try await bo.client.send(
                roomID: roomID, type: "m.reaction", transactionID: "3",
                content: [
                    "m.relates_to": [
                        "rel_type": "m.annotation", "event_id": .string(eventID), "key": "canary-reaction",
                    ]
                ])
            _ = try await ana.client.setState(
                roomID: roomID, type: "m.room.topic", stateKey: "", content: ["topic": "canary-topic"])
            try await bo.client.setDisplayName("canary-name", userID: bo.userID)
            try await ana.screen.waitFor("canary-edit", timeout: .seconds(60))
            try await ana.screen.waitFor("canary-reaction", timeout: .seconds(60))
            try ana.screen.send("canary-draft")
            try await ana.screen.waitFor("canary-draft", timeout: .seconds(60))
            try await bo.screen.waitFor("canary-line", timeout: .seconds(60))
            try await ana.clearComposer()
        }
    }
}
