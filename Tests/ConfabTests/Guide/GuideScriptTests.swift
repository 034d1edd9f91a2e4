import MatrixAPI
import Testing
import ViewModels

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct GuideScriptTests {
    @Test(arguments: Words.languages) func bundledScriptIsValid(language: String) throws {
        #expect(try GuideScript.resource(language).steps.count > 1)
    }

    /// After a change of the locale the guide continues at the same step, with the same keys.
    @Test(arguments: Words.languages, [false, true])
    func translatedScriptMatchesEnglish(language: String, isOfLines: Bool) throws {
        func script(_ language: String) throws -> GuideScript {
            isOfLines ? try .ofLines(language) : try .resource(language)
        }
        let (english, translation) = (try script("en"), try script(language))
        #expect(translation.steps.map(\.goal) == english.steps.map(\.goal))
        #expect(translation.steps.map { $0.invitation == nil } == english.steps.map { $0.invitation == nil })
        #expect(translation.steps.map { $0.hint == nil } == english.steps.map { $0.hint == nil })
        #expect(translation.finds.map(\.id) == english.finds.map(\.id))
        #expect(translation.finds.map(\.foundBy) == english.finds.map(\.foundBy))
        let (said, original) = (Self.texts(of: translation), Self.texts(of: english))
        #expect(said.map(Self.keys) == original.map(Self.keys))
        if language != "en" {
            for (text, same) in zip(said, original) { #expect(text != same) }
        }
        #expect(!translation.moreWords.isEmpty && !translation.questionBeginnings.isEmpty)
        for word in translation.topics.flatMap(\.words) { #expect(GuideAnswers.words(of: word) == [word]) }
    }

    /// Returns all texts of the script, in a fixed order.
    private static func texts(of script: GuideScript) -> [String] {
        script.steps.flatMap { $0.say + [$0.hint].compactMap(\.self) } + script.topics.map(\.say)
            + script.finds.map(\.say) + [script.comeback, script.declining, script.nothingLeft].compactMap(\.self)
    }

    /// Returns the typed parts of a text, which are equal in each language: keys, commands and paths.
    private static func keys(in text: String) -> [String] {
        text.matches(of: #/\{key\.[a-z-]+\}|~[\w.\/]+|\/[a-z]+|\^C|confab [a-z]+|confab-[a-z]+\(7\)/#)
            .map { String($0.0) }.sorted()
    }

    /// In each language the closing text tells the user to ask this question.
    @Test(arguments: [
        ("de", "was noch?"), ("id", "apa lagi?"), ("ro", "ce altceva?"), ("ru", "что ещё?"), ("en", "what else?"),
    ])
    func askingForMoreWorksInEveryLanguage(language: String, question: String) throws {
        #expect(GuideAnswers(script: try .resource(language)).asksForMore(question))
        let said = try GuideScript.resource(language).comeback?.lowercased()
        #expect(said?.contains(question) == true)
    }

    @Test(arguments: [
        ("de", "wie suche ich etwas?"), ("id", "bagaimana cara mencari pesan?"), ("ro", "cum caut ceva"),
        ("ru", "как найти сообщение"),
    ])
    func questionIsAnsweredInItsLanguage(language: String, question: String) throws {
        let script = try GuideScript.resource(language)
        let answer = GuideAnswers(script: script).answer(to: question)
        #expect(answer == script.topics.first.map { GuideKeys.standard.filled($0.say) })
    }

    @Test func onlyTheLastStepWaitsForNothing() throws {
        let goals = try GuideScript.resource().steps.map(\.goal)
        #expect(goals.last == GuideScript.Goal.none)
        #expect(!goals.dropLast().contains(.none))
    }

    @Test func stepsWaitingForAJoinSendAnInvitation() throws {
        for step in try GuideScript.resource().steps { #expect((step.goal == .joined) == (step.invitation != nil)) }
    }

    /// After a switch between the screen and the line mode the guide continues at the same step.
    @Test func lineModeScriptHasTheSameStepsWithoutKeys() throws {
        let (screen, lines) = (try GuideScript.resource(), try GuideScript.ofLines())
        #expect(lines.steps.count == screen.steps.count)
        for (line, step) in zip(lines.steps, screen.steps) {
            // If the screen expects a reply by a key, the line mode expects another line.
            #expect(line.goal == step.goal || step.goal == .replied && line.goal == .sent)
            #expect(line.invitation == step.invitation)
        }
        for text in Self.texts(of: lines) { #expect(!text.contains("{"), "\(text)") }
    }

    @Test func invalidStepsMakeTheScriptInvalid() {
        #expect(GuideScript(json: ["steps": []]) == nil)
        #expect(GuideScript(json: ["steps": [["say": [], "until": "sent"]]]) == nil)
        #expect(GuideScript(json: ["steps": [["say": ["Hello"], "until": "paid"]]]) == nil)
    }
}
