import TestSupport
import Testing

extension NothingLost {
    /// Tests network faults while messages of others are received.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct BrokenReadingTests {
        enum Breakage: String, CaseIterable {
            case answerLost, answerResetInItsBody, answerCutShort, answerStalled, answerAtOneByteASecond, portal
            case badGateway, limited, sameBatchTwice

            var fault: Fault {
                switch self {
                case .answerLost: .loseAnswer
                case .answerResetInItsBody: .reset(after: 50)
                case .answerCutShort: .truncate(after: 50)
                case .answerStalled: .stall(after: 50)
                case .answerAtOneByteASecond: .slow(bytesPerSecond: 1)
                case .portal: .portal
                case .badGateway: .badGateway
                case .limited: .limited(for: 300)
                case .sameBatchTwice: .repeatAnswer
                }
            }
        }

        /// The faults share one conversation, because accounts and processes cost more than faults.
        @Test(arguments: Chats.allCases)
        func receivedMessagesAreOnceAndInOrderAfterEachFault(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            try await bo.openOnline()
            var said: [String] = []
            for breakage in Breakage.allCases {
                // Forces polling. Streams have a separate test.
                proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 1_000)
                if !ana.isOpen { try await ana.openOnline() }
                try await conversation.waitForKeys()
                let polls = proxy.count(of: .sync)
                let fault = proxy.meet(.sync, with: breakage.fault)
                for _ in 1...3 {
                    said.append(Conversation.line(501 + said.count))
                    try await bo.say(said[said.count - 1])
                }
                try await proxy.waitForFaults(by: fault)
                if [.answerStalled, .answerAtOneByteASecond].contains(breakage) {
                    // The fault is not removed: the program itself times out on a slow response and retries.
                    try await proxy.waitForRequests(polls + 2, to: .sync)
                }
                try await conversation.expectNothingLost(bo: said, after: breakage)
            }
        }

        @Test(arguments: Chats.allCases) func streamCutInMidFrameResumes(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (bo, proxy) = (conversation.bo, try conversation.proxy)
            try await bo.say("n501")
            try await conversation.expectNothingLost(bo: ["n501"])
            #expect(proxy.count(of: .stream) == 1)
            let cut = proxy.cutNextFrame()
            for line in Conversation.lines(502...504) { try await bo.say(line) }
            try await proxy.waitForFaults(by: cut)
            try await conversation.expectNothingLost(bo: Conversation.lines(501...504))
            // The missed lines arrive before the next stream is opened.
            try await proxy.waitForRequests(2, to: .stream)
            #expect(proxy.count(of: .stream) == 2)
        }
    }
}
