import TestSupport
import TestTraits
import Testing

/// Tests the forms and lists for meeting other users, compared with pictures.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FormPictureTests {
    @Test func sharingFormsMatchSnapshots() async throws {
        let ana = try PersonAtScreen("ana")
        defer { ana.endSharedServer() }
        let screen = try await ana.beginWithGuide()
        screen.send(.control("o"))
        screen.send("ss")
        try await screen.waitFor("Where others reach it")
        try await ana.expectPictures("share")
        screen.send(.control("u"))
        let address = "127.0.0.1:\(try FreePort.find())"
        screen.send(address)
        try await screen.waitFor(address)
        screen.send(.enter)
        try await screen.waitFor("This server is shared")
        try await ana.expectPictures("shared")
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func emptyAccountAndGroupFormsMatchSnapshots() async throws {
        let meeting = try await Meeting.beforeTheFirstChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.screen.waitFor("On your server is ana.")
        try await bo.expectPictures("no-chats")

        try await ana.fillGroup(named: "Tea")
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("With whom?")
        try await ana.screen.waitFor("write a message")
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Menu: a letter")
        ana.screen.send("os")
        try await ana.screen.waitFor("Into which space?")
        try await ana.expectPictures("put-in-space")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")

        ana.screen.send(.meta("i"))
        try await ana.screen.waitFor("Room ID")
        try await ana.act("i")
        try await ana.screen.waitFor("Whom? A name or a Matrix ID")
        ana.screen.send("nobody here")
        try await ana.screen.waitFor("Nobody is found by that name.")
        try await ana.expectPictures("invite")
        #expect(ana.screen.unknownSequences.isEmpty)
    }
}
