import TestSupport
import TestTraits
import Testing

/// Tests a chat in the colors of each theme, compared with pictures.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ThemePictureTests {
    @Test func chatMatchesSnapshotsInEveryTheme() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(width: 80, height: 24)
        try await screen.waitFor("Your name")
        screen.send(.control("u"))
        screen.send("ana")
        screen.send(.enter)
        try await screen.waitFor("Welcome")
        screen.send(.meta(">"))
        for theme in ["dark", "light", "high-contrast", "16", "none"] {
            try ana.save(settings: "[terminal]\ntheme = \"\(theme)\"\n")
            try await screen.waitForPicture("theme-\(theme)", isInColour: true)
        }
        #expect(screen.unknownSequences.isEmpty)
    }
}
