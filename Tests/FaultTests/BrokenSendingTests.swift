import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests network faults while a line is sent, in the request and in the response.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct BrokenSendingTests {
        enum Breakage: String, CaseIterable {
            case requestLost, answerLost, answerResetInItsBody, answerCutShort, answerHeldUp, answerStalled
            case answerAtOneByteASecond, portal, badGateway, limited, limitedWithoutATime, requestTwice

            var fault: Fault {
                switch self {
                case .requestLost: .loseRequest
                case .answerLost: .loseAnswer
                case .answerResetInItsBody: .reset(after: 5)
                case .answerCutShort: .truncate(after: 5)
                case .answerHeldUp: .hold
                case .answerStalled: .stall(after: 5)
                case .answerAtOneByteASecond: .slow(bytesPerSecond: 1)
                case .portal: .portal
                case .badGateway: .badGateway
                case .limited: .limited(for: 700)
                case .limitedWithoutATime: .limited(for: nil)
                case .requestTwice: .repeatRequest
                }
            }
        }

        /// The faults share one conversation, because accounts and processes cost more than faults.
        @Test(arguments: Chats.allCases)
        func sentLinesAreOnceAndInOrderAfterEachFault(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            var said: [String] = []
            for breakage in Breakage.allCases {
                let requests = proxy.count(of: .send)
                let fault = proxy.meet(.send, with: breakage.fault)
                for _ in 1...3 {
                    said.append(Conversation.line(1 + said.count))
                    try await ana.say(said[said.count - 1])
                }
                try await proxy.waitForFaults(by: fault)
                switch breakage {
                case .answerHeldUp:
                    // The stream returns the line before the response to its request arrives.
                    try await conversation.bo.screen.waitFor(said[said.count - 3])
                    proxy.mend()
                case .answerAtOneByteASecond, .answerStalled:
                    // The fault is not removed: the program itself times out on a slow response and sends again.
                    try await proxy.waitForRequests(requests + 2, to: .send)
                default: break
                }
                try await conversation.expectNothingLost(ana: said, after: breakage)
            }
        }

        @Test(arguments: Chats.allCases)
        func linesFailingTemporarilyAreSentEventually(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            proxy.meet(.anything, with: .badGateway, times: 1_000)
            proxy.cut()
            for line in Conversation.lines(1...3) { try await ana.say(line) }
            try await ana.waitUntilOffline()
            try await ana.screen.waitUntil("all as unsent") { screen in
                screen.chat.count { $0.contains("unsent") } == 3
            }
            proxy.mend()
            try await conversation.expectNothingLost(ana: Conversation.lines(1...3))
        }

        @Test(arguments: Chats.allCases)
        func lineKilledBeforeItsResponseIsSentOnce(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            // The echo doesn't arrive either. The poll after the one that reports bo's typing is held, so nothing is
            // received from then on.
            let syncs = proxy.count(of: .sync)
            proxy.meet(.stream, with: .badGateway, times: 1_000)
            proxy.cut()
            try await proxy.waitForRequests(syncs + 2, to: .sync)
            let held = proxy.meet(.sync, with: .hold, times: 1_000)
            try await bo.client.setTyping(
                roomID: conversation.roomID, userID: bo.userID, isTyping: true, timeoutMilliseconds: 60_000)
            try await proxy.waitForFaults(by: held)
            let heldLine = proxy.meet(.send, with: .hold)
            try await ana.say("n001")
            try await ana.say("n002")
            try await proxy.waitForFaults(by: heldLine)
            try await bo.waitToSee(["n001"])
            try await ana.kill()
            proxy.mend()
            proxy.cut()
            try await ana.openOnline()
            try await conversation.expectNothingLost(ana: ["n001", "n002"])
        }
    }
}
