import TestSupport
import TestTraits
import Testing

/// Tests completion lists while typing, compared with pictures at three sizes.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct CompletionTests {
    @Test(arguments: [(80, 24), (120, 40), (40, 10)])
    func completionListsMatchSnapshots(width: Int, height: Int) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide(width: width, height: height)
        screen.send("/")
        try await screen.waitFor("Commands")
        try await screen.waitForPicture("completion-commands")
        screen.send("me\t")
        try await screen.waitFor("▏/me")
        screen.send("waves :seedl")
        try await screen.waitFor("Emoji")
        try await screen.waitForPicture("completion-emoji")
        screen.send("\t to @g")
        try await screen.waitFor("People")
        try await screen.waitForPicture("completion-people")
        screen.send(.down)
        try await screen.waitFor("› ")
        screen.send(.enter)
        try await screen.waitUntilGone("People")
        screen.send(.enter)
        try await screen.waitFor("ana waves 🌱 to")
        #expect(screen.unknownSequences.isEmpty)
    }
}
