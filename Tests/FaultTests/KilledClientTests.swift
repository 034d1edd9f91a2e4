import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct KilledClientTests {
        @Test func aLineAcceptedJustBeforeTheProgramIsKilledIsThereOnceAfterwards() async throws {
            let conversation = try await Conversation()
            let ana = conversation.ana
            for number in 1...4 {
                try await ana.say(Conversation.line(number))
                try await ana.kill()
                try await ana.openOnline()
            }
            try await ana.say("n005")
            try await conversation.expectEverywhere(Conversation.lines(1...5))
        }

        @Test func linesTypedInOneGoAreInOrderAfterTheProgramWasKilled() async throws {
            let conversation = try await Conversation()
            let ana = conversation.ana
            for line in Conversation.lines(1...6) { try ana.enter(line) }
            try await ana.waitToSee(Conversation.lines(1...6))
            try await ana.kill()
            try await ana.openOnline()
            try await conversation.expectEverywhere(Conversation.lines(1...6))
        }

        @Test func aLineWhoseReplyWasNotKeptIsThereOnce() async throws {
            let conversation = try await Conversation(hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            proxy.meet(.send, with: .hold)
            try await ana.say("n001")
            try await proxy.waitForFaults()
            let lock = try WriteLock(of: ana)
            proxy.mend()
            try await Task.sleep(for: .milliseconds(300))
            try await ana.kill()
            try lock.release()
            try await ana.openOnline()
            try await conversation.expectNothingLost(ana: ["n001"])
        }

        @Test func whatWasBeingAppliedAtTheKillIsThereOnce() async throws {
            let conversation = try await Conversation()
            let (ana, bo) = (conversation.ana, conversation.bo)
            try await bo.say("n501")
            try await conversation.expectNothingLost(bo: ["n501"])
            let lock = try WriteLock(of: ana)
            for line in Conversation.lines(502...504) { try await bo.say(line) }
            try await bo.waitUntilAllIsSent()
            try await ana.kill()
            try lock.release()
            try await ana.openOnline()
            try await conversation.expectNothingLost(bo: Conversation.lines(501...504))
        }
    }
}
