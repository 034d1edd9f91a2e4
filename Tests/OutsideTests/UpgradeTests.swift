import TestSupport
import TestTraits
import Testing

/// Tests a room upgrade, by Synapse itself and by a user on the embedded server.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct UpgradeTests {
    @Test(arguments: HomeKind.allCases) func upgradedChatIsFollowedWithAKey(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, kim) = (company.ana, company.kim)
        let old = try await kim.openGroup("Tea", with: "@ana:localhost")
        try await ana.acceptInvitation()
        try await kim.say("we are moving", in: old)
        try await ana.screen.waitFor("we are moving")

        let new = try await kim.upgrade(old)
        try await ana.screen.waitFor("This chat moved")
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Menu")
        ana.screen.send("og")
        try await ana.screen.waitFor("write a message")
        try await ana.screen.waitFor("Archived (1)")
        try await ana.say("here we are")
        try await kim.waitToRead("here we are", in: new)
        try await kim.say("welcome", in: new)
        try await ana.screen.waitFor("welcome")
        #expect(ana.screen.unknownSequences.isEmpty)
    }
}
