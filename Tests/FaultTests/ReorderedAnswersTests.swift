import TestSupport
import Testing

extension NothingLost {
    /// Tests responses that overtake each other, as happens with several connections.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct ReorderedAnswersTests {
        @Test(arguments: Chats.allCases)
        func reorderedResponsesKeepLinesOnceAndInOrder(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            // Forces polling, so that both the sent lines and their echoes arrive as responses.
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 1_000)
            try await bo.openOnline()
            try await ana.openOnline()
            try await conversation.waitForKeys()
            let overtakings = proxy.meet(.anything, with: .overtaken, times: .max)
            var (anas, bos): ([String], [String]) = ([], [])
            // The lines must fit on one screen, because they may interleave in any order.
            for number in 1...15 {
                anas.append(Conversation.line(number))
                bos.append(Conversation.line(500 + number))
                try ana.enter(anas[anas.count - 1])
                try bo.enter(bos[bos.count - 1])
                try await ana.screen.waitFor(anas[anas.count - 1])
            }
            try await conversation.expectNothingLost(ana: anas, bo: bos)
            #expect(proxy.count(of: overtakings) >= 10)
        }
    }
}
