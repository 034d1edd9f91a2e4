import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(2))) struct ArrivalCounterTests {
    private func count(_ steps: [(said: Int, before: Int, now: Int)]) -> [Int] {
        var counter = ArrivalCounter()
        return steps.map { counter.count(said: $0.said, before: $0.before, now: $0.now, chatID: "!tea") }
    }

    @Test func whatTheServerCountsIsWorthANotice() {
        #expect(count([(1, 0, 1), (2, 1, 3)]) == [1, 2])
    }

    @Test func aMutedChatWhoseCountStandsStillRaisesNothing() {
        #expect(count([(1, 0, 0), (5, 0, 0)]) == [0, 0])
        #expect(count([(1, 2, 2)]) == [0])
    }

    @Test func inAMutedChatOnlyTheMentionIsCounted() {
        #expect(count([(4, 0, 0), (1, 0, 1)]) == [0, 1])
    }

    @Test func aCountThatComesInAnotherSliceThanTheMessagesIsNotLost() {
        #expect(count([(3, 0, 0), (0, 0, 3)]) == [0, 3])
    }

    @Test func whatWasSeenBeforeIsNotToldAgain() {
        // The server had not heard of the receipt yet.
        #expect(count([(1, 0, 4)]) == [1])
        #expect(count([(1, 5, 1), (0, 1, 0)]) == [1, 0])
    }
}
