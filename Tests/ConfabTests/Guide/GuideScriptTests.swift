import MatrixAPI
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(2))) struct GuideScriptTests {
    @Test func theScriptInTheProgramCanBeRead() throws {
        #expect(try GuideScript.resource().steps.count > 1)
    }

    @Test func onlyTheLastStepWaitsForNothing() throws {
        let goals = try GuideScript.resource().steps.map(\.goal)
        #expect(goals.last == GuideScript.Goal.none)
        #expect(!goals.dropLast().contains(.none))
    }

    @Test func whereTheGuideWaitsForAnAcceptedInvitationItInvites() throws {
        for step in try GuideScript.resource().steps { #expect((step.goal == .joined) == (step.invitation != nil)) }
    }

    /// Who turns from the screen to lines, or back, goes on at the same step.
    @Test func theScriptOfLinesHasTheSameStepsAndNamesNoKeys() throws {
        let (screen, lines) = (try GuideScript.resource(), try GuideScript.ofLines())
        #expect(lines.steps.count == screen.steps.count)
        for (line, step) in zip(lines.steps, screen.steps) {
            // What is answered by a key on the screen is answered by another line.
            #expect(line.goal == step.goal || step.goal == .replied && line.goal == .sent)
            #expect(line.invitation == step.invitation)
        }
        let texts =
            lines.steps.flatMap { $0.say + [$0.hint ?? ""] } + lines.topics.map(\.say) + lines.finds.map(\.say)
            + [lines.comeback, lines.declining, lines.nothingLeft].compactMap(\.self)
        for text in texts { #expect(!text.contains("{"), "\(text)") }
    }

    @Test func aStepThatSaysNothingOrWaitsForTheUnknownIsNoScript() {
        #expect(GuideScript(json: ["steps": []]) == nil)
        #expect(GuideScript(json: ["steps": [["say": [], "until": "sent"]]]) == nil)
        #expect(GuideScript(json: ["steps": [["say": ["Hello"], "until": "paid"]]]) == nil)
    }
}
