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

    @Test func aStepThatSaysNothingOrWaitsForTheUnknownIsNoScript() {
        #expect(GuideScript(json: ["steps": []]) == nil)
        #expect(GuideScript(json: ["steps": [["say": [], "until": "sent"]]]) == nil)
        #expect(GuideScript(json: ["steps": [["say": ["Hello"], "until": "paid"]]]) == nil)
    }
}
