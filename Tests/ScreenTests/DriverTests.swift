import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DriverTests {
    private func shell(_ script: String, width: Int = 80, height: Int = 24) throws -> ScreenDriver {
        try ScreenDriver(
            "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"], width: width, height: height)
    }

    @Test func driverProvidesATerminalOfTheGivenSize() async throws {
        let driver = try shell("stty size; tty; read line; echo got $line; exit 3", width: 43, height: 7)
        try await driver.waitFor("7 43")
        try await driver.waitFor("/dev/pts/")
        driver.send("hello")
        driver.send(.enter)
        try await driver.waitFor("got hello")
        #expect(try await driver.waitForExit() == .status(3))
        #expect(driver.unknownSequences.isEmpty)
        #expect(driver.isTerminalSane)
    }

    @Test func driverDetectsUnrestoredTerminal() async throws {
        let driver = try shell("stty raw -echo; printf '\\033[?1049h\\033[?25lours'; kill -9 $$")
        #expect(try await driver.waitForExit() == .signal(SIGKILL))
        #expect(!driver.isTerminalSane)
        #expect(driver.screen.isAlternateScreen && !driver.isCursorVisible)
    }

    @Test func resizingAndHangingUpReachTheProgram() async throws {
        let driver = try shell("trap 'stty size' WINCH; trap 'exit 9' HUP; echo ready; while :; do sleep 0.05; done")
        try await driver.waitFor("ready")
        driver.resize(width: 50, height: 10)
        try await driver.waitFor("10 50")
        driver.hangUp()
        #expect(try await driver.waitForExit() == .status(9))
    }

    @Test func aLongPasteArrivesWhole() async throws {
        let driver = try shell("stty raw -echo; printf '\\033[?2004hready'; head -c 100006 | tail -c 4; sleep 100")
        try await driver.waitFor("ready")
        driver.paste(String(repeating: "a", count: 100_000 - 4) + "last")
        try await driver.waitFor("last")
        #expect(driver.unknownSequences.isEmpty)
    }

    @Test func stoppedWaitReportsTheScreen() async throws {
        let driver = try shell("echo on the screen; sleep 100")
        try await driver.waitFor("on the screen")
        // As the time limit of a suite does.
        let wait = Task { try await driver.waitFor("nothing of the kind") }
        wait.cancel()
        await #expect {
            try await wait.value
        } throws: { error in
            "\(error)".contains("nothing of the kind") && "\(error)".contains("|on the screen")
        }
    }

    @Test func missingProgramThrows() {
        #expect(throws: ScreenFailure.self) { try ScreenDriver("/nowhere/confab", environment: [:]) }
    }

    @Test func sandboxIsRemovedAfterUse() throws {
        var sandbox: Sandbox? = try Sandbox()
        let path = try #require(sandbox?.path)
        #expect(path.utf8.count < 20)
        #expect(sandbox?.environment["HOME"] == path)
        #expect(access("\(path)/config", F_OK) == 0)
        sandbox = nil
        #expect(access(path, F_OK) != 0)
    }
}
