import TestSupport
import TestTraits
import Testing

/// Tests changes of a chat by one member, on the screens of the others.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ManagedChatTests {
    @Test func openDetailsShowNameTopicAndInvitationChanges() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try kim.open()
        try await kim.screen.waitFor("online")
        for person in [ana, bo] { try await openDetails(person) }

        try await answer("n", "The chat's name:", "Coffee", at: ana)
        try await bo.screen.waitFor("Name        Coffee")
        try await answer("t", "What it is about:", "beans and cups", at: ana)
        try await bo.screen.waitFor("beans and cups")
        try await ana.act("i")
        try await ana.screen.waitFor("Whom? A name or a Matrix ID")
        ana.screen.send("kim")
        try await ana.screen.waitFor("@kim:localhost, on the server")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Enter invites kim")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("kim is invited.")
        try await bo.screen.waitFor("@kim:localhost")
        try await bo.screen.waitFor("3 members")

        try await bo.act("n")
        try await bo.screen.waitFor("You have not the power to rename this chat")
        try await bo.act("t")
        try await bo.screen.waitFor("You have not the power to set its topic")
        bo.screen.send(.escape)
        try await bo.screen.waitFor("write a message")
        try await bo.screen.waitFor("named the chat “Coffee”")
        try await kim.acceptInvitation()
        try await kim.screen.waitFor("Coffee")
    }

    @Test(arguments: [(80, 24), (40, 10)])
    func removedMemberSeesReasonAndCannotSend(width: Int, height: Int) async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        bo.screen.resize(width: width, height: height)
        try await ana.say("good bye")
        try await bo.screen.waitFor("good bye")
        try await openDetails(ana)
        try await choose("bo", at: ana)
        try await ana.act("r")
        try await ana.screen.waitFor("Why, for all to read:")
        ana.screen.send("too loud")
        try await ana.screen.waitFor("too loud")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Remove bo from this chat? y removes")
        ana.screen.send("y")
        try await bo.screen.waitFor("ana removed bo (too loud)")
        try await bo.screen.waitFor("You are not in this chat any more")
        #expect(bo.screen.screen.contains("good bye"))
        bo.screen.send("wait")
        bo.screen.send(.enter)
        try await bo.screen.waitFor("Not sent: you are not in this chat an")
        try await ana.screen.waitUntilGone("@bo:localhost")
        try await ana.screen.waitFor("1 member")
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    @Test func newModeratorIsAnnouncedAndCanRenameTheChat() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await openDetails(ana)
        try await choose("bo", at: ana)
        try await ana.act("p")
        try await ana.screen.waitFor("Make bo a moderator?")
        ana.screen.send("y")
        try await ana.screen.waitFor("moderator")
        try await bo.screen.waitFor("ana made bo a moderator")
        try await openDetails(bo)
        try await answer("n", "The chat's name:", "Coffee", at: bo)
        try await bo.screen.waitFor("Coffee")
    }

    @Test func removingWithoutPermissionIsUnavailable() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let bo = meeting.bo
        try await openDetails(bo)
        try await choose("ana", at: bo)
        try await bo.act("r")
        try await bo.screen.waitFor("You have not the power to remove them")
        bo.screen.send(.escape)
        try await bo.screen.waitFor("write a message")
    }

    @Test func leavingMemberDisappearsFromDetails() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await openDetails(ana)
        try await ana.screen.waitFor("@bo:localhost")
        bo.screen.send(.control("o"))
        try await bo.screen.waitFor("Leave this chat")
        bo.screen.send("v")
        try await bo.screen.waitFor("y leaves")
        bo.screen.send("y")
        try await ana.screen.waitUntilGone("@bo:localhost")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("bo left")
    }

    @Test func onlyAdminsDeleteOthersMessages() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("stay calm")
        try await bo.screen.waitFor("stay calm")
        try await bo.select("stay calm")
        bo.screen.send(.meta("d"))
        try await bo.screen.waitFor("You have not the power to delete what others wrote")
        bo.screen.send(.escape)
        try await bo.screen.waitFor("Enter send")
        try await bo.say("buy now")
        try await ana.screen.waitFor("buy now")
        try await ana.select("buy now")
        ana.screen.send(.meta("d"))
        try await ana.screen.waitFor("Delete this message?")
        ana.screen.send("no advertising")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("y deletes")
        ana.screen.send("y")
        for person in [ana, bo] { try await person.screen.waitFor("Deleted by ana: no advertising") }
    }

    private func openDetails(_ person: PersonAtScreen) async throws {
        person.screen.send(.meta("i"))
        try await person.screen.waitFor("Room ID")
        try await person.screen.waitUntilGone("Asking who is here")
    }

    /// Selects a member with the down key.
    private func choose(_ name: String, at person: PersonAtScreen) async throws {
        for place in 0..<5 {
            person.screen.send(.down)
            try await person.screen.waitUntil("member \(place)") { screen in
                screen.rows.contains { $0.hasPrefix("›") }
            }
            try await person.settle(where: "At a chat's details")
            if person.screen.screen.contains("› \(name)") { return }
        }
        try await person.screen.waitFor("› \(name)")
    }

    /// Presses a key that asks a question, and answers it.
    private func answer(_ key: String, _ question: String, _ text: String, at person: PersonAtScreen) async throws {
        try await person.act(key)
        try await person.screen.waitFor(question)
        person.screen.send(.control("u"))
        person.screen.send(text)
        try await person.screen.waitFor(text)
        person.screen.send(.enter)
        try await person.screen.waitFor("y does")
        person.screen.send("y")
        try await person.screen.waitUntilGone(question)
    }
}
