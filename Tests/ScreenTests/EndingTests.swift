import Glibc
import TestSupport
import TestTraits
import Testing

/// Tests that every kind of exit restores the terminal and keeps the draft.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct EndingTests {
    @Test(arguments: [SIGTERM, SIGHUP]) func signalQuitsAndSavesTheDraft(signal: Int32) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.send("half a li")
        try await screen.waitFor("▏half a li")
        screen.terminate(signal)
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
        try await expectDraft("half a li", of: ana)
    }

    @Test func closingTheWindowQuitsAndSavesTheDraft() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.send("half a li")
        try await screen.waitFor("▏half a li")
        screen.hangUp()
        #expect(try await screen.waitForExit() == .status(0))
        try await expectDraft("half a li", of: ana)
    }

    /// The argument `nil` closes the window.
    @Test(arguments: [SIGTERM, SIGHUP, nil]) func quittingDuringAPasteSavesThePastedText(signal: Int32?) async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        try await ana.settle()
        // The bytes arrive in one read: once the first word is shown, the paste has begun.
        screen.send(bytes: Array("half\u{1B}[200~ a li".utf8))
        try await screen.waitFor("▏half")
        if let signal { screen.terminate(signal) } else { screen.hangUp() }
        #expect(try await screen.waitForExit() == .status(0))
        try await expectDraft("half a li", of: ana)
    }

    @Test func quittingSavesTheDraft() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.send("half a li")
        try await screen.waitFor("▏half a li")
        screen.send(.control("c"), .control("c"))
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
        try await expectDraft("half a li", of: ana)
    }

    @Test func stalledTerminalDoesNotBlockQuitting() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        screen.setStalled(true)
        // These frames exceed the buffer of a terminal.
        for size in 0..<40 { screen.resize(width: 200 + size, height: 60) }
        screen.send("half a li")
        screen.terminate()
        try await Task.sleep(for: .milliseconds(200))
        screen.setStalled(false)
        #expect(try await screen.waitForExit() == .status(0))
        #expect(screen.isTerminalSane && screen.isCursorVisible && !screen.screen.isAlternateScreen)
    }

    @Test func suspendingRestoresTheScreenAndResumes() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ScreenDriver(
            "/bin/bash",
            arguments: [
                "--norc", "-c",
                "set -m; \"$0\"; echo \"stopped with $?\"; read -r line; fg >/dev/null; echo \"left with $?\"",
                ProgramLocation.confab,
            ],
            environment: ana.home.environment)
        try await screen.waitFor("Your name")
        screen.send(.enter)
        try await screen.waitFor("press Enter")
        screen.send("half a li")
        try await screen.waitFor("▏half a li")
        screen.send(.control("z"))
        try await screen.waitFor("stopped with 148")
        screen.expectLeftAsFound()
        screen.send("\n")
        try await screen.waitFor("▏half a li")
        screen.send("ne")
        try await screen.waitFor("▏half a line")
        #expect(screen.screen.isAlternateScreen && !screen.isTerminalSane)
        screen.send(.control("c"), .control("c"))
        try await screen.waitFor("left with 0")
        #expect(try await screen.waitForExit() == .status(0))
        screen.expectLeftAsFound()
    }

    @Test func secondInstanceNamesTheProcessHoldingTheProfile() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        let second = try ScreenDriver(ProgramLocation.confab, environment: ana.home.environment, width: 300)
        #expect(try await second.waitForExit() == .status(1))
        let rows = second.screen.rows.filter { !$0.isEmpty }
        #expect(rows.count == 1)
        #expect(rows[0].hasPrefix("confab: Another Confab (process \(screen.processIdentifier))"))
        second.expectLeftAsFound()
        try await ana.settle()
        screen.send("still here")
        try await screen.waitFor("▏still here")
    }

    private func expectDraft(_ draft: String, of person: PersonAtScreen) async throws {
        let screen = try person.open()
        try await screen.waitFor("▏\(draft)")
        #expect(screen.cursor.x == 24 + draft.count)
    }
}
