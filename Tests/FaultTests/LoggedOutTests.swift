import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized) struct LoggedOutTests {
        @Test func linesWrittenAfterTheTokenEndedWaitForTheNextLogin() async throws {
            let conversation = try await Conversation()
            let ana = conversation.ana
            try await ana.say("n001")
            try await conversation.expectEverywhere(["n001"])
            try await ana.client.logOut()
            try await ana.screen.waitUntil("the end of the session", timeout: .seconds(60)) {
                $0.statusLine.contains("logged out")
            }
            try await ana.say("n002")
            try await ana.say("n003")
            try await ana.screen.waitUntil("both as unsent", timeout: .seconds(60)) { screen in
                screen.chat.count { $0.contains("unsent") } == 2
            }
            #expect(try await conversation.linesOnServer() == ["n001"])
            try await ana.kill()

            try await ana.logIn()
            try await ana.open()
            try await conversation.expectEverywhere(["n001", "n002", "n003"])
        }
    }
}
