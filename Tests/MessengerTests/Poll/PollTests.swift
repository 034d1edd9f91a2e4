import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests how a poll is shown, answered and ended.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PollTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await bench.sync(
            state: [Story.creation(by: Story.bo), Story.levels(["users": [Story.bo: 100, Story.kim: 50]])], [])
    }

    private func open() async {
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
    }

    private func ask(_ content: JSONValue = Story.tea, by sender: String = Story.bo) async throws {
        let type = content["m.poll"] == nil ? PollForm.unstable.startType : PollForm.stable.startType
        try await bench.sync([Story.event("1", type, by: sender, content: content)])
        await open()
    }

    private var shown: MessageViewModel {
        get throws {
            let messages = bench.openChat.rows.compactMap { row -> MessageViewModel? in
                if case .message(let message) = row.content { message } else { nil }
            }
            #expect(messages.count == 1)
            return try #require(messages.last)
        }
    }

    /// The lines below the question.
    private var lines: [String] {
        get throws { try #require(shown.poll).string.split(separator: "\n").map(String.init) }
    }

    private var actions: MessageActions {
        get throws {
            let row = try #require(bench.openChat.rows.last { if case .message = $0.content { true } else { false } })
            return try #require(bench.openChat.actions(row.id))
        }
    }

    private func outbox(_ count: Int) async throws -> [OutboxLine] {
        await bench.kept()
        await bench.answered()
        let lines = bench.state.outbox.lines
        #expect(lines.count == count)
        return lines
    }

    @Test(arguments: [Story.tea, Story.oldTea])
    func pollShowsAnswersAndResults(content: JSONValue) async throws {
        try await ask(content)
        #expect(try shown.text.string == "Poll: Tea?")
        #expect(try lines == ["1 Green (0)", "2 Black (0)", "Nobody answered yet. Select it to answer."])
        try await bench.sync([
            Story.pollAnswer("2", ["g"], by: Story.kim), Story.pollAnswer("3", ["b"], by: Story.ana),
            Story.pollAnswer("4", ["b"], by: Story.bo),
        ])
        #expect(try lines == ["1 Green (1)", "2 Black (2, yours)", "3 people answered."])
        #expect(try shown.poll?.answers.map(\.share) == [333, 666])
        #expect(try actions.copyText.string.hasPrefix("Poll: Tea?\n1 Green (1)\n"))
    }

    @Test func undisclosedResultsAreShownOnlyAtEnd() async throws {
        var content = Story.tea
        content["m.poll"]?["kind"] = "m.undisclosed"
        try await ask(content)
        try await bench.sync([Story.pollAnswer("2", ["g"], by: Story.ana)])
        #expect(try lines == ["1 Green (yours)", "2 Black", "1 person answered. The results come at its end."])
        #expect(try shown.poll?.answers.map(\.share) == [nil, nil])
        try await bench.sync([Story.pollEnd("3")])
        #expect(try lines == ["1 Green (1, yours)", "2 Black (0)", "Ended. 1 person answered. Most chose: Green"])
        #expect(try actions.pollAnswers.map(\.choose.reason) == ["The poll has ended", "The poll has ended"])
    }

    @Test func moderatorEndsPollAndOthersCannot() async throws {
        try await ask(by: Story.ana)
        try await bench.sync([Story.pollEnd("2", by: "@lee:x")])
        #expect(try lines.last == "Nobody answered yet. Select it to answer.")
        try await bench.sync([Story.pollEnd("3", by: Story.kim)])
        #expect(try lines.last == "Ended. Nobody answered yet.")
    }

    @Test func pollAnswerIsShownAtOnceAndSentInPollFormat() async throws {
        for (content, type) in [(Story.tea, "m.poll.response"), (Story.oldTea, "org.matrix.msc3381.poll.response")] {
            let bench = try await PollTests()
            try await bench.ask(content)
            #expect(try bench.actions.pollAnswers.map(\.title) == ["Green", "Black"])
            try #expect(bench.actions.pollAnswers[1].choose() == nil)
            let line = try #require(try await bench.outbox(1).first)
            #expect(line.type == type)
            #expect(line.purpose == .pollAnswer(to: .event("$1"), ["b"]))
            let sent = try JSONValue(parsing: line.content)
            #expect(PollForm.allCases.first { $0.responseType == type }?.answers(in: sent) == ["b"])
            #expect(sent["m.relates_to"] == ["rel_type": "m.reference", "event_id": "$1"])
            #expect(try bench.lines[1] == "2 Black (1, yours)")
            #expect(try bench.shown.status.string.isEmpty == false)
            #expect(try bench.actions.pollAnswers[1].title == "Black (yours: takes it back)")
            try #expect(bench.actions.pollAnswers[1].choose() == nil)
            #expect(try await bench.outbox(2).last?.purpose == .pollAnswer(to: .event("$1"), []))
            #expect(try bench.lines[1] == "2 Black (0)")
        }
    }

    @Test func authorEndsPollAndSendsResults() async throws {
        try await ask(by: Story.ana)
        try await bench.sync([Story.pollAnswer("2", ["g"], by: Story.kim)])
        try #expect(actions.endPoll() == nil)
        let line = try #require(try await outbox(1).first)
        #expect(line.purpose == .pollEnd(of: .event("$1")))
        let sent = try JSONValue(parsing: line.content)
        #expect(sent["m.text"] == [["body": "The poll has ended. Most chose: Green"]])
        #expect(sent["m.poll.results"] == ["g": 1])
        #expect(try actions.endPoll.reason == "It is being ended")
        #expect(try shown.status == "ending…")
    }

    @Test(arguments: PollForm.allCases)
    func pollEndMentionsNobody(form: PollForm) {
        let content = form.end(of: "$1", fallback: "Most chose: Bo", results: [:])
        #expect(content["m.mentions"] == [:])
    }

    @Test func othersCannotEndPoll() async throws {
        try await ask()
        #expect(
            try actions.endPoll.reason
                == "Only who asked can end it, or who may delete what others wrote")
        #expect(try actions.forward.reason == "A poll is answered where it was asked")
    }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(bench.state.composer.place)))
    }

    @Test func pollCommandSendsPoll() async throws {
        await open()
        try submit("/poll Tea? | Green")
        #expect(bench.state.composer.notice == .noPoll(.tooFewAnswers))
        #expect(try await outbox(0).isEmpty)
        try submit("/poll Tea? | Green | Black")
        let line = try #require(try await outbox(1).first)
        #expect(line.type == "org.matrix.msc3381.poll.start")
        #expect(line.kind == .poll && line.text == "Poll: Tea?")
        let sent = try JSONValue(parsing: line.content)
        #expect(sent["org.matrix.msc1767.text"] == "Tea?\n1. Green\n2. Black")
        #expect(try lines == ["1 Green", "2 Black", "It can be answered once it is sent."])
        #expect(bench.state.composer.text.isEmpty)
    }

    @Test func pollCommandSetsSelectionLimitAndDisclosure() async throws {
        await open()
        try submit("/poll --all Tea? | Green | Black")
        #expect(bench.state.composer.notice?.text.hasPrefix("There is no --all: in front of the question") == true)
        #expect(bench.state.composer.text == "/poll --all Tea? | Green | Black")
        #expect(try await outbox(0).isEmpty)
        try submit("/poll --several --hidden Tea? | Green | Black")
        let line = try #require(try await outbox(1).first)
        #expect(line.text == "Poll: Tea?")
        let poll = try JSONValue(parsing: line.content)["org.matrix.msc3381.poll.start"]
        #expect(poll?["max_selections"] == 2)
        #expect(poll?["kind"] == "org.matrix.msc3381.poll.undisclosed")
    }

    @Test func removedPollShowsNoContent() async throws {
        try await ask()
        try await bench.sync([
            Story.pollAnswer("2", ["g"], by: Story.kim),
            Story.event("3", "m.room.redaction", by: Story.bo, content: ["redacts": "$1"]),
        ])
        #expect(try shown.text == "Deleted")
        #expect(try shown.poll == nil)
        #expect(try actions.pollAnswers.isEmpty)
    }
}
