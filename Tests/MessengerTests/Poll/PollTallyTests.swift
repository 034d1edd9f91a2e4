import Conversations
import MatrixAPI
import Testing

@testable import Messenger

/// Tests that poll answers are counted as MSC3381 defines.
@Suite(.timeLimit(.minutes(5))) struct PollTallyTests {
    private func poll(most: Int = 1, isDisclosed: Bool = true) -> PollStart {
        PollStart(
            question: "Tea?", answers: ["g", "b", "w"].map { PollStart.Answer(id: $0, text: $0) },
            maximumSelections: most, isDisclosed: isDisclosed)
    }

    private func reply(_ time: Int64, _ sender: String, _ answers: String...) -> PollReply {
        PollReply(eventID: "$\(time)", sender: sender, timestamp: time, what: .answers(answers))
    }

    private func end(_ time: Int64, _ sender: String = Story.bo) -> PollReply {
        PollReply(eventID: "$\(time)", sender: sender, timestamp: time, what: .end)
    }

    private func tally(_ poll: PollStart, _ replies: [PollReply], waiting: [String]? = nil) -> PollTally {
        PollTally(poll, replies: replies, ownUserID: Story.ana, waiting: waiting) { $0 == Story.bo }
    }

    @Test func newestPollAnswerOfEachPersonCounts() {
        let tally = tally(poll(), [reply(1, Story.ana, "g"), reply(2, Story.kim, "g"), reply(3, Story.ana, "b")])
        #expect(tally.counts == ["g": 1, "b": 1])
        #expect(tally.voterCount == 2)
        #expect(tally.own == ["b"])
    }

    @Test func emptyOrInvalidPollAnswerWithdrawsEarlierOne() {
        for newest in [reply(2, Story.kim), reply(2, Story.kim, "x"), reply(2, Story.kim, "x", "g")] {
            #expect(tally(poll(), [reply(1, Story.kim, "g"), newest]).voterCount == 0)
        }
    }

    @Test func excessSelectionsAreDroppedBeforeValidation() {
        #expect(tally(poll(), [reply(1, Story.kim, "g", "x")]).counts == ["g": 1])
        #expect(tally(poll(most: 2), [reply(1, Story.kim, "g", "g", "b")]).counts == ["g": 1])
        #expect(tally(poll(most: 2), [reply(1, Story.kim, "g", "b", "w")]).counts == ["g": 1, "b": 1])
    }

    @Test func answersAfterPollEndDoNotCount() {
        let replies = [reply(1, Story.kim, "g"), end(2), reply(2, Story.ana, "g"), reply(3, Story.kim, "b")]
        let tally = tally(poll(), replies, waiting: ["b"])
        #expect(tally.isOver)
        #expect(tally.counts == ["g": 2])
        #expect(tally.own == ["g"])
    }

    @Test func unauthorizedPollEndIsIgnored() {
        let tally = tally(poll(), [end(1, Story.kim), reply(2, Story.kim, "g")])
        #expect(!tally.isOver)
        #expect(tally.counts == ["g": 1])
    }

    @Test func pendingAnswerCountsAtOnce() {
        let tally = tally(poll(), [reply(1, Story.ana, "g"), reply(2, Story.kim, "g")], waiting: ["b"])
        #expect(tally.counts == ["g": 1, "b": 1])
        #expect(tally.own == ["b"])
    }

    @Test func choosingTogglesWithinSelectionLimit() {
        let one = tally(poll(), [reply(1, Story.ana, "g")])
        #expect(one.choosing("b") == ["b"])
        #expect(one.choosing("g") == [])
        let two = tally(poll(most: 2), [reply(1, Story.ana, "b")])
        #expect(two.choosing("g") == ["g", "b"])
        #expect(tally(poll(most: 2), [reply(1, Story.ana, "g", "b")]).choosing("w") == nil)
    }

    @Test(arguments: [
        ("Tea? | Green | Black", ["Tea?", "Green", "Black"]), (" Tea \n or?|a|  b c  |", ["Tea or?", "a", "b c"]),
    ]) func typedPollIsParsed(typed: String, parts: [String]) throws {
        let poll = try PollStart(typed: typed)
        #expect([poll.question] + poll.answers.map(\.text) == parts)
        #expect(PollStart(content: poll.sentContent) == poll)
    }

    @Test(arguments: [
        ("Tea? | a | b | c", 1, true), ("--several Tea? | a | b | c", 3, true), ("--hidden Tea? | a | b", 1, false),
        ("  --hidden \n--Several  Tea? | a | b", 2, false),
    ]) func pollOptionsPrecedeQuestion(typed: String, most: Int, isDisclosed: Bool) throws {
        let poll = try PollStart(typed: typed)
        #expect(poll.question == "Tea?")
        #expect(poll.maximumSelections == most)
        #expect(poll.isDisclosed == isDisclosed)
        #expect(PollStart(content: poll.sentContent) == poll)
    }

    @Test(arguments: [
        ("-- --several? | a | b", "--several?"), ("--- Tea? | a | b", "--- Tea?"),
        ("Is it --hidden? | a | b", "Is it --hidden?"),
    ]) func questionMayContainOptionWords(typed: String, question: String) throws {
        let poll = try PollStart(typed: typed)
        #expect(poll.question == question)
        #expect(poll.maximumSelections == 1 && poll.isDisclosed)
    }

    @Test(arguments: [
        ("Tea?", PollError.tooFewAnswers), ("Tea? | Green |", .tooFewAnswers), ("Tea? | a | b | a", .answersAlike),
        ("Tea?" + (0...20).map { "|\($0)" }.joined(), .tooManyAnswers),
        ("--sevral Tea? | a | b", .unknownOption("--sevral")), ("--several | a | b", .tooFewAnswers),
    ]) func invalidPollIsReported(typed: String, problem: PollError) {
        #expect(throws: problem) { try PollStart(typed: typed) }
    }
}
