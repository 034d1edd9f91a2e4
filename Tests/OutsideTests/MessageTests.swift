import TestSupport
import TestTraits
import Testing

/// Tests edits, reactions and deletions by one client as the other sees them, on the embedded homeserver and on
/// Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct MessageTests {
    @Test(arguments: HomeKind.allCases)
    func editsReactionsAndDeletionsReachTheOtherClient(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, kim) = (company.ana, company.kim)
        try await ana.invite("@kim:localhost")
        let room = try await kim.acceptInvitation()

        try await ana.say("helo kim")
        let anas = try await kim.waitToRead("helo kim", in: room)
        try await ana.select("helo kim")
        ana.screen.send(.meta("e"))
        try await ana.screen.waitFor("Editing: helo kim")
        ana.screen.send(.control("u"))
        try await ana.say("hello kim")
        try await kim.waitUntil("the edit", in: room) { $0.edits(of: anas) == ["hello kim"] }
        try await ana.screen.waitUntilGone("Editing")

        let kims = try await kim.say("tea at fife", in: room)
        try await ana.screen.waitFor("tea at fife")
        try await kim.edit(kims, to: "tea at five", in: room)
        try await ana.screen.waitFor("tea at five", endingIn: "edited")

        let sign = try await kim.react(to: anas, with: "👍", in: room)
        try await ana.screen.waitFor("👍 1")
        try await ana.select("tea at five")
        try await ana.act("+")
        try await ana.screen.waitFor("👍 thumbsup")
        ana.screen.send("thumbsup")
        try await ana.screen.waitFor("1 of ")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("[👍 1]")
        try await kim.waitUntil("ana's sign", in: room) { $0.reactions(to: kims).map(\.key) == ["👍"] }
        try await kim.delete(sign, because: "no more", in: room)
        try await ana.screen.waitUntil("one sign alone, ana's") { screen in
            screen.rows.count { $0.contains("👍") } == 1 && screen.contains("[👍 1]")
        }
        let anasSign = try await kim.look(in: room).reactions(to: kims).first?.eventID ?? ""
        try await ana.act("+")
        try await ana.screen.waitFor("yours: Enter takes it back")
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("👍")
        try await kim.waitUntil("the end of ana's sign", in: room) { $0.reasonOfDeletion(of: anasSign) != nil }

        try await kim.delete(kims, because: "a slip", in: room)
        try await ana.screen.waitFor("Deleted: a slip")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        try await ana.select("hello kim")
        ana.screen.send(.meta("d"))
        try await ana.screen.waitFor("Delete this message?")
        ana.screen.send("wrong chat")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("y deletes")
        ana.screen.send("y")
        try await kim.waitUntil("the deletion", in: room) { $0.reasonOfDeletion(of: anas) == "wrong chat" }
        try await ana.screen.waitFor("Deleted: wrong chat")
        #expect(ana.screen.unknownSequences.isEmpty)
    }
}
