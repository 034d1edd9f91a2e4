import TestSupport
import TestTraits
import Testing

/// Tests the screens of new users, compared with pictures at three sizes.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct PictureTests {
    private static let sizes = [(80, 24), (120, 40), (40, 10)]

    @Test(arguments: sizes) func firstScreensMatchSnapshots(width: Int, height: Int) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(width: width, height: height)
        try await screen.waitFor("Your name")
        // The suggested login name depends on the machine.
        screen.send(.control("u"))
        screen.send("ana")
        try await screen.waitForPicture("first-run")
        screen.send(.enter)
        // A small screen shows the first of the guide's lines, and has no space for the last.
        try await screen.waitFor("Welcome")
        screen.send(.meta(">"))
        try await screen.waitForPicture("first-conversation")
        screen.send(.function(1))
        try await screen.waitForPicture("help")
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation")
        screen.send(.control("o"))
        try await screen.waitForPicture("menu")
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation")
        screen.send(.function(2))
        try await screen.waitForPicture("commands")
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation")
        screen.send(.control("g"))
        try await screen.waitForPicture("go-to")
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation")
        screen.send(.up)
        try await screen.waitForPicture("selected-message")
        screen.send(.meta("d"))
        try await screen.waitForPicture("delete-question")
        screen.send(.escape)
        try await screen.waitForPicture("selected-message")
        screen.send(.enter)
        try await screen.waitFor(": a letter")
        screen.send("+")
        try await screen.waitForPicture("reactions")
        screen.send(.escape)
        try await screen.waitForPicture("selected-message")
        screen.send(.escape)
        try await screen.waitForPicture("first-conversation")
        screen.send(.function(4))
        try await screen.waitForPicture("new-chat")
        #expect(screen.unknownSequences.isEmpty)
    }
}
