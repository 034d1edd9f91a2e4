import TestSupport
import TestTraits
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct DoctorTests {
    @Test func doctorReportsKnownFactsWithoutATerminal() async throws {
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["doctor"])
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("Terminal   fine     TERM=xterm-256color\n"))
        #expect(result.output.contains("Letters    fine     UTF-8\n"))
        #expect(result.output.contains("Focus      unknown  "))
        #expect(result.exit == .status(0))
    }

    @Test func doctorListsFixesForMissingCapabilities() async throws {
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["doctor"], environment: ["TERM": "xterm", "LC_ALL": "C"])
        #expect(result.exit == .status(1))
        #expect(result.output.contains("\nAdd to your shell's start file, then open a new terminal:\n"))
        #expect(result.output.contains("    export LC_ALL=C.UTF-8\n"))
        #expect(result.output.contains("    export TERM=xterm-256color\n"))
    }

    @Test func doctorConsumesTerminalReplies() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try ScreenDriver(
            "/bin/sh",
            arguments: [
                "-c", "\"$0\" doctor; echo left with $?; read rest; echo \"rest: [$rest]\"", ProgramLocation.confab,
            ],
            environment: ana.home.environment, width: 160)
        try await screen.waitUntil("the questions") { $0.unknownSequences.contains { $0.contains("?1004") } }
        screen.send("\u{1B}P>|Tester(1)\u{1B}\\\u{1B}[?2004;2$y\u{1B}[?1004;0$y\u{1B}[?64;52c")
        try await screen.waitFor("left with 1")
        #expect(screen.screen.contains("Tester(1), TERM=xterm-256color"))
        #expect(screen.screen.rows.contains { $0.hasPrefix("Focus      missing") })
        #expect(screen.screen.rows.contains { $0.hasPrefix("Clipboard  fine") })
        #expect(screen.isTerminalSane)
        screen.send("ok\r")
        try await screen.waitFor("rest: [ok]")
    }
}
