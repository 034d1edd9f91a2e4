import TestSupport
import TestTraits
import Testing

/// Tests the login, an invitation, a chat's details and the versions of a message. They are compared with pictures
/// at three sizes, one of them in color.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SubjectPictureTests {
    private static let sizes = [(120, 40), (40, 10), (80, 24)]

    @Test func loginMatchesSnapshots() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.openToLogIn()
        try await screen.waitFor("Matrix ID")
        try await expectPictures("login", on: screen)
        screen.send("@ana:example.org")
        try await expectPictures("login-filled", on: screen)
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func invitationDetailsAndMessageInfoMatchSnapshots() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.invite("@bo:localhost")
        try await bo.screen.waitFor("✉")
        bo.screen.send(.control("n"))
        try await bo.screen.waitFor("accept")
        try await expectPictures("invitation", on: bo.screen)
        try await bo.acceptInvitation()

        try await ana.say("tell me")
        try await ana.screen.waitFor("tell me", endingIn: "read")
        try await ana.select("tell me")
        try await ana.act("i")
        try await ana.screen.waitFor("The story of a message")
        try await ana.screen.waitFor("Read")
        // In forty columns random identifiers are cut at varying positions.
        try await expectPictures("story", on: ana.screen, atLeast: 80)
        ana.screen.send(.escape)
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        try await ana.waitUntilConfirmed()
        ana.screen.send(.meta("i"))
        try await ana.screen.waitFor("Room ID")
        try await ana.screen.waitUntilGone("Asking who is here")
        try await expectPictures("chat-details", on: ana.screen)
        for person in [ana, bo] { #expect(person.screen.unknownSequences.isEmpty) }
    }

    private func expectPictures(_ name: String, on screen: ScreenDriver, atLeast least: Int = 0) async throws {
        for (width, height) in Self.sizes where width >= least {
            screen.resize(width: width, height: height)
            try await screen.waitForPicture(name, isInColour: width == 80)
        }
    }
}
