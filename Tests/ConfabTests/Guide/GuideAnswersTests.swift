import Panes
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct GuideAnswersTests {
    private let answers: GuideAnswers

    init() throws { answers = GuideAnswers(script: try GuideScript.resource()) }

    @Test(arguments: [
        ("how do I mute a chat?", ActionID.muteChat), ("How can I reply", ActionID.reply),
        ("where are my contacts?", ActionID.contacts), ("which key deletes a message?", ActionID.deleteMessage),
    ])
    func questionIsAnsweredWithBoundKeys(question: String, action: ActionID) throws {
        let binding = try #require(BindingTable.all.first { $0.id == action })
        let answer = try #require(answers.answer(to: question))
        #expect(answer.contains(binding.keyNames), "\(answer)")
    }

    @Test(arguments: [
        ("how do I make a poll?", "/poll question | answer | answer"), ("how can I change my name", "/nick name"),
        ("how do I join a chat?", "/join #chat:example.org"), ("where do I ban a person?", "/ban @bo:example.org"),
        ("how do I undo?", "^_"), ("can I end a poll?", "^O m n"),
    ])
    func questionsAboutSlashCommandsAreAnswered(question: String, way: String) {
        #expect(answers.answer(to: question)?.contains(way) == true, "\(answers.answer(to: question) ?? "")")
    }

    @Test func questionsAboutKeysAndMarksAreAnswered() {
        #expect(answers.answer(to: "what does F7 do?") == "F7: Catch up: next unread")
        #expect(answers.answer(to: "What is “◆”?") == "◆ in the list of chats: pinned to the top")
        #expect(answers.answer(to: "what does y do?")?.contains("Yes, do it") != true)
    }

    @Test func questionAboutASettingNamesIt() {
        #expect(answers.answer(to: "is there a clock?")?.contains("times.clock") == true)
    }

    @Test func otherTopicsAreAnsweredFromTheScript() {
        #expect(answers.answer(to: "how do I search?")?.contains("^G") == true)
        #expect(answers.answer(to: "Is this encrypted?")?.contains("confab-encryption(7)") == true)
    }

    @Test func unknownQuestionRefersToTheHelp() {
        #expect(answers.answer(to: "what about xylophones?")?.contains("F1") == true)
    }

    @Test(arguments: ["hello", "I have it", "two\nlines", "how nice", ""])
    func statementIsNotAQuestion(line: String) {
        #expect(answers.answer(to: line) == nil)
    }

    @Test func answersHaveAtMostThreeLines() {
        for binding in BindingTable.all {
            #expect((answers.answer(to: "how do I \(binding.title)?") ?? "").split(separator: "\n").count <= 3)
        }
    }

    @Test func questionKeepsTheCurrentStep() throws {
        var machine = GuideMachine(script: try GuideScript.resource())
        _ = machine.handle(.began)
        let before = machine.step
        let instructions = machine.handle(.message(eventID: "$1", text: "how do I mute a chat?"))
        #expect(machine.step == before)
        guard case .say(_, "guide-answer-$1")? = instructions.last else {
            Issue.record("\(instructions)")
            return
        }
    }
}
