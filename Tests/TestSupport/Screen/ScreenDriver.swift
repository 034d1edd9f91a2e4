import Glibc
import Synchronization

/// A program in a separate pseudo-terminal, with keys as input and cells as output.
///
/// The program is killed when the driver is deallocated.
package final class ScreenDriver: Sendable {
    private let terminal: PseudoTerminal
    private let exit = Mutex<ProgramExit?>(nil)
    package let processIdentifier: Int32

    /// Starts a program with the terminal as its controlling terminal.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - environment: The whole environment. `TERM` is `xterm-256color` by default.
    package init(
        _ program: String, arguments: [String] = [], environment: [String: String], width: Int = 80, height: Int = 24
    ) throws {
        terminal = try PseudoTerminal(width: width, height: height)
        let environment = ["TERM": "xterm-256color"].merging(environment) { $1 }
        do {
            processIdentifier = try Self.spawn(program, arguments, environment, path: terminal.path)
        } catch {
            terminal.start()
            terminal.close()
            throw error
        }
        terminal.start()
    }

    deinit {
        if takeExit() == nil {
            kill(processIdentifier, SIGKILL)
            var status: Int32 = 0
            while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        }
        terminal.close()
    }

    package func send(_ text: String) {
        terminal.send(Array(text.utf8))
    }

    package func send(bytes: [UInt8]) {
        terminal.send(bytes)
    }

    package func send(_ keys: PressedKey...) {
        let isApplicationMode = screen.modes.contains(1)
        for key in keys { terminal.send(key.bytes(isApplicationMode: isApplicationMode)) }
    }

    /// Pastes as xterm does: in brackets if the program enabled them, with CR as line break.
    package func paste(_ text: String) {
        let content = text.replacing("\n", with: "\r")
        send(screen.modes.contains(2004) ? "\u{1B}[200~\(content)\u{1B}[201~" : content)
    }

    /// Draws emoji of several code points in two columns from now on.
    package func joinEmoji() { terminal.state.withLock { $0.emulator.joinsEmoji = true } }

    package func resize(width: Int, height: Int) {
        terminal.resize(width: width, height: height)
    }

    /// Resizes while a frame that scrolls rows is on its way. It sets the margins back to those of the previous size.
    package func resizeDuringScroll(width: Int, height: Int) {
        let rows = min(height, screen.height)
        terminal.resize(width: width, height: height, late: Array("\u{1B}[1;\(rows)r".utf8))
    }

    /// Makes the terminal report the size 0×0, as one without a known size does. Its real size stays.
    package func forgetSize() {
        terminal.forgetSize()
    }

    /// Stops or resumes reading the program's output.
    package func setStalled(_ isStalled: Bool) {
        terminal.setStalled(isStalled)
    }

    /// Calls `body` for each piece of output, on the terminal's own thread, until it returns `true`. Input that was
    /// typed before is being written by then.
    package func watch(_ body: @escaping @Sendable (ScreenEmulator, OutputTimes) -> Bool) {
        terminal.state.withLock { $0.watch = body }
    }

    /// Closes the terminal's window.
    package func hangUp() {
        terminal.close()
    }

    /// Sends the program a signal, by default SIGTERM.
    package func terminate(_ signal: Int32 = SIGTERM) {
        exit.signal(signal, to: processIdentifier)
    }

    package var screen: ScreenEmulator { terminal.state.withLock { $0.emulator } }
    /// The rows, each ended by `\n`.
    package var text: String { screen.text }
    package var cursor: (x: Int, y: Int) { screen.cursor }
    package var isCursorVisible: Bool { screen.isCursorVisible }
    package var unknownSequences: [String] { screen.unknownSequences }
    package var bytesReceived: Int { terminal.state.withLock { $0.bytesReceived } }
    /// The number of pieces of output. A frame is one write, so it is one piece as long as the terminal keeps up.
    package var piecesReceived: Int { terminal.state.withLock { $0.pieces } }
    /// All bytes that the program wrote, up to a megabyte from the start.
    package var output: [UInt8] { terminal.state.withLock { $0.output } }

    /// Whether the terminal has the modes that a shell needs: lines, echo and signals.
    package var isTerminalSane: Bool {
        terminal.state.withLock { state in
            var modes = termios()
            guard !state.isClosed, tcgetattr(terminal.device, &modes) == 0 else { return false }
            let local = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            return modes.c_lflag & local == local && modes.c_iflag & tcflag_t(ICRNL) != 0
                && modes.c_oflag & tcflag_t(OPOST) != 0
        }
    }

    /// Waits until the screen satisfies a condition. Throws if the program ends before.
    ///
    /// - Parameter description: The expected state, for the message if it never comes.
    package func waitUntil(_ description: String, _ condition: (ScreenEmulator) -> Bool) async throws {
        guard await failure(of: { condition($0) ? nil : () }) == nil else {
            throw ScreenFailure.notSeen(description, screen: described)
        }
    }

    /// Checks the screen until the check finds no failure, the program has ended, or the wait has to end.
    ///
    /// A screen without new output is rarely checked again: only a check that depends on more than the screen can have
    /// another result then.
    ///
    /// - Returns: The failure that the last check found, or `nil`.
    package func failure<Failure>(of check: (ScreenEmulator) -> Failure?) async -> Failure? {
        let patience = Patience()
        var failure: Failure?
        var checkedBytes: Int?
        var turns = 0
        while true {
            // This is read before the check, because a program that has ended writes no more output.
            let isOver = hasEnded
            let (screen, bytes) = terminal.state.withLock { ($0.emulator, $0.bytesReceived) }
            if isOver || bytes != checkedBytes || turns.isMultiple(of: 20) {
                failure = check(screen)
                checkedBytes = bytes
            }
            guard failure != nil, !isOver, await patience.pause() else { return failure }
            turns += 1
        }
    }

    /// Waits until a row shows this text.
    package func waitFor(_ text: String) async throws {
        try await waitUntil("“\(text)”") { $0.contains(text) }
    }

    /// Waits until no row shows this text any more.
    package func waitUntilGone(_ text: String) async throws {
        try await waitUntil("the end of “\(text)”") { !$0.contains(text) }
    }

    /// Waits until the program has ended and all its output has arrived, unless the terminal is stalled.
    package func waitForExit() async throws -> ProgramExit {
        let patience = Patience()
        while true {
            if let exit = takeExit(), hasEnded { return exit }
            guard await patience.pause() else { throw ScreenFailure.notEnded(screen: described) }
        }
    }

    /// The screen in a frame, with its cursor and the state of the program.
    package var described: String {
        let screen = screen
        let edge = String(repeating: "-", count: screen.width)
        let rows = screen.rows.map { "|" + $0 }.joined(separator: "\n")
        let cursor = screen.isCursorVisible ? "cursor \(screen.cursor.x),\(screen.cursor.y)" : "no cursor"
        let end = takeExit().map { ", ended with \($0)" } ?? ""
        return "+\(edge)\n\(rows)\n+\(edge)\n\(cursor)\(end)"
    }

    /// Whether the program has ended and all its output has arrived, unless the terminal is stalled.
    private var hasEnded: Bool { takeExit() != nil && terminal.hasReachedEnd() }

    private func takeExit() -> ProgramExit? { exit.take(from: processIdentifier) }

    /// POSIX_SPAWN_SETSID, which Swift does not import.
    private static let sessionOfItsOwn: Int16 = 0x80

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], path: String
    ) throws -> pid_t {
        try ChildProcess.start(program, arguments, environment, flags: sessionOfItsOwn) { actions in
            // In a new session the first opened terminal becomes the controlling one.
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
    }
}
