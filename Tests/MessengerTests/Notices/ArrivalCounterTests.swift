import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ArrivalCounterTests {
    private func count(_ steps: [(said: Int, before: Int, now: Int)]) -> [Int] {
        var counter = ArrivalCounter()
        return steps.map { step in
            let said = Array(0..<Int64(step.said))
            return counter.count(said: said, before: step.before, now: step.now, chatID: "!tea")
        }
    }

    @Test func messagesCountedByServerAreNew() {
        #expect(count([(1, 0, 1), (2, 1, 3)]) == [1, 2])
    }

    @Test func mutedChatWithUnchangedCountHasNoArrivals() {
        #expect(count([(1, 0, 0), (5, 0, 0)]) == [0, 0])
        #expect(count([(1, 2, 2)]) == [0])
    }

    @Test func mutedChatCountsOnlyMentions() {
        #expect(count([(4, 0, 0), (1, 0, 1)]) == [0, 1])
    }

    @Test func delayedServerCountIsNotLost() {
        #expect(count([(3, 0, 0), (0, 0, 3)]) == [0, 3])
    }

    @Test func messagesAfterOwnReceiptAreNew() {
        var counter = ArrivalCounter()
        #expect(counter.count(said: [1, 3], readThrough: 2, before: 1, now: 1, chatID: "!tea") == 1)
        #expect(counter.count(said: [], before: 1, now: 2, chatID: "!tea") == 0)
        #expect(counter.count(said: [4], readThrough: 5, before: 2, now: 2, chatID: "!tea") == 0)
        #expect(counter.count(said: [7], readThrough: 6, before: 1, now: 0, chatID: "!tea") == 0)
        #expect(counter.count(said: [9], readThrough: 8, before: 0, now: 1, chatID: "!tea") == 1)
    }

    /// A server's count may reflect a receipt that it delivers only with the next response.
    @Test func messageBeforeLateReceiptIsCounted() {
        var counter = ArrivalCounter()
        #expect(counter.count(said: [1], before: 0, now: 1, chatID: "!tea") == 1)
        #expect(counter.count(said: [2], before: 1, now: 1, chatID: "!tea") == 0)
        #expect(counter.count(said: [], readThrough: 1, before: 1, now: 1, chatID: "!tea") == 1)
        #expect(counter.count(said: [], readThrough: 1, before: 1, now: 1, chatID: "!tea") == 0)
        #expect(counter.count(said: [3], before: 1, now: 1, chatID: "!tea") == 0)
        #expect(counter.count(said: [], readThrough: 3, before: 1, now: 1, chatID: "!tea") == 0)
    }

    @Test func manyUncountedMessagesAreAllRemembered() {
        var counter = ArrivalCounter()
        for step in 0..<12 {
            let places = (0..<250).map { Int64(step * 250 + $0) }
            #expect(counter.count(said: places, before: 0, now: 0, chatID: "!tea") == 0)
        }
        #expect(counter.count(said: [], before: 0, now: 3_000, chatID: "!tea") == 3_000)
    }

    @Test func seenMessagesAreNotCountedAgain() {
        // The server had not received the receipt yet.
        #expect(count([(1, 0, 4)]) == [1])
        #expect(count([(1, 5, 1), (0, 1, 0)]) == [1, 0])
    }
}
