import TestSupport
import TestTraits
import Testing

/// Tests a group of three with two clients, on the embedded homeserver and on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct GroupTests {
    @Test(arguments: HomeKind.allCases) func groupIsJoinedRenamedMutedAndLeft(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, bo, kim) = (company.ana, company.bo, company.kim)
        try await company.makeGroup("Tea")
        try await bo.acceptInvitation()
        let room = try await kim.acceptInvitation()
        try await kim.waitUntil("the group's name", in: room) { $0.name == "Tea" }
        try await kim.waitUntil("all three", in: room) { room in
            room.members == ["@ana:localhost", "@bo:localhost", "@kim:localhost"]
        }
        for person in [ana, bo] { try await person.screen.waitFor("kim joined") }

        try await kim.say("hello everybody", in: room)
        for person in [ana, bo] { try await person.screen.waitFor("hello everybody") }
        try await bo.say("hello kim")
        try await kim.waitToRead("hello kim", in: room)
        try await ana.screen.waitFor("hello kim")

        bo.screen.send(.tab)
        try await bo.screen.waitFor("Enter open")
        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Menu: a letter")
        bo.screen.send("om")
        try await bo.screen.waitFor("⊘")
        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Menu: a letter")
        bo.screen.send("om")
        try await bo.screen.waitUntilGone("⊘")
        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Menu: a letter")
        bo.screen.send("om")
        try await bo.screen.waitFor("⊘")
        bo.screen.send(.escape)
        try await bo.screen.waitFor("Enter send")

        ana.screen.send(.meta("i"))
        try await ana.screen.waitFor("Room ID")
        try await ana.act("n")
        try await ana.screen.waitFor("The chat's name:")
        ana.screen.send(.control("u"))
        ana.screen.send("Coffee")
        try await ana.screen.waitFor("Coffee")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("y does")
        ana.screen.send("y")
        try await ana.screen.waitUntilGone("The chat's name:")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        try await kim.waitUntil("the new name", in: room) { $0.name == "Coffee" }
        try await bo.screen.waitFor("ana named the chat “Coffee”")

        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Leave this chat")
        bo.screen.send("v")
        try await bo.screen.waitFor("y leaves")
        bo.screen.send("y")
        try await ana.screen.waitFor("bo left")
        try await kim.waitUntil("two are left", in: room) { $0.members == ["@ana:localhost", "@kim:localhost"] }
        try await kim.leave(room)
        try await ana.screen.waitFor("kim left")
        try await ana.say("alone at last")
        try await ana.screen.waitFor("alone at last", endingIn: "sent")
        for person in [ana, bo] { #expect(person.screen.unknownSequences.isEmpty) }
    }
}
