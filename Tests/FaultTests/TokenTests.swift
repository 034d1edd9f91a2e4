import MatrixAPI
import TestSupport
import Testing

extension NothingLost {
    /// Tests tokens that expire during faults.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct TokenTests {
        @Test(arguments: Chats.allCases)
        func killBeforeSavingRefreshedTokensDoesNotLogOut(in chats: Chats) async throws {
            let conversation = try await Conversation(
                hasProxy: true, tokenLifetime: 5, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            let before = try KeptTokens.read(home: ana.sandbox.path, profile: "ana@localhost")
            #expect(before.refreshToken != nil)
            // The server issued new tokens, and no client has received them.
            let held = proxy.meet(.refresh, with: .hold, times: .max)
            try await ana.say("n001")
            try await proxy.waitForFaults(by: held)
            let known = try KeptTokens.read(home: ana.sandbox.path, profile: "ana@localhost")
            try await ana.kill()
            #expect(try KeptTokens.read(home: ana.sandbox.path, profile: "ana@localhost") == known)
            proxy.mend()
            try await ana.openOnline()
            try await conversation.expectNothingLost(ana: ["n001"])
            #expect(try KeptTokens.read(home: ana.sandbox.path, profile: "ana@localhost") != known)
        }

        @Test(
            arguments: ["the answer is lost", "a gateway is in the way", "the server wants a pause"], Chats.allCases)
        func failedTokenRefreshDoesNotLogOut(because reason: String, in chats: Chats) async throws {
            let conversation = try await Conversation(
                hasProxy: true, tokenLifetime: 5, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            let fault: Fault =
                switch reason {
                case "the answer is lost": .loseAnswer
                case "a gateway is in the way": .badGateway
                default: .limited(for: 700)
                }
            let failures = proxy.meet(.refresh, with: fault, times: 2)
            var said: [String] = []
            while proxy.count(of: failures) < 2 {
                said.append(Conversation.line(1 + said.count))
                try await ana.say(said[said.count - 1])
                try await Task.sleep(for: .milliseconds(500))
            }
            try await conversation.expectNothingLost(ana: said)
            #expect(try ana.screen.screen.statusLine.contains("logged out") == false)
        }
    }
}
