import Glibc
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct NextStartTests {
        @Test(arguments: Chats.allCases)
        func firstFrameShowsStoredChatsBeforeAnyResponse(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            try await ana.say("n001")
            try await conversation.waitUntilAllIsSent(by: ana)
            try await bo.say("n501")
            try await conversation.expectNothingLost(ana: ["n001"], bo: ["n501"])
            try await ana.end(by: SIGTERM)
            let before = proxy.count(of: .anything)
            let answers = proxy.answers
            proxy.meet(.anything, with: .hold, times: 1_000)
            try await ana.open()
            // The first frame has the name at the top and all other content.
            #expect(try ana.screen.screen.numberedLines == ["n001", "n501"])
            #expect(try ana.screen.screen.contains("▌bo"))
            try await proxy.waitForRequests(before + 1, to: .anything)
            #expect(proxy.answers == answers)
            #expect(try !ana.screen.screen.statusLine.contains("online"))
            proxy.mend()
            try await ana.waitUntilOnline()
        }
    }
}
