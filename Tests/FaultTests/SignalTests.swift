import Glibc
import TestSupport
import Testing

extension NothingLost {
    /// Tests signals while lines are being sent.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct SignalTests {
        @Test(arguments: Chats.allCases)
        func linesInFlightDuringASignalAreSentOnce(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            var said: [String] = []
            for signal in [SIGTERM, SIGHUP, SIGINT] {
                let held = proxy.meet(.send, with: .hold)
                for _ in 1...2 {
                    said.append(Conversation.line(1 + said.count))
                    try await ana.say(said[said.count - 1])
                }
                try await proxy.waitForFaults(by: held)
                try await ana.end(by: signal)
                proxy.mend()
                try await ana.openOnline()
                try await conversation.expectNothingLost(ana: said)
            }
        }

        @Test(arguments: Chats.allCases)
        func linesInFlightDuringSuspensionAreSentAfterwards(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            try await bo.openOnline()
            try await ana.openOnline(wrapper: ShellJob.wrapper)
            try await conversation.waitForKeys()
            let held = proxy.meet(.send, with: .hold)
            try await ana.say("n001")
            try await ana.say("n002")
            try await proxy.waitForFaults(by: held)
            let job = try ShellJob(on: ana.screen)
            job.signal(SIGTSTP)
            try await job.waitUntilStopped()
            try await ana.screen.waitFor("stopped with 148")
            // The responses, and bo's line, arrive while the program is stopped and can't read them.
            proxy.mend()
            try await bo.waitToSee(["n001"])
            try await bo.say("n501")
            try await bo.waitUntilAllIsSent()
            #expect(try job.state == "T")
            try await conversation.expectOnServer([(ana, ["n001"])])
            try ana.screen.send(.enter)
            try await conversation.expectNothingLost(ana: ["n001", "n002"], bo: ["n501"])
        }
    }
}
