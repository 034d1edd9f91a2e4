import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized) struct KilledClientTests {
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
    }
}
