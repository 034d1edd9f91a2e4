import Dispatch
import Glibc

/// Reads standard input by lines. A terminal passes on a line after Enter was pressed.
enum LineInput {
    /// Sets whether the terminal echoes the typed text. Does nothing if standard input is no terminal.
    static func setEcho(_ shows: Bool) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        let flag = tcflag_t(ECHO)
        guard (settings.c_lflag & flag != 0) != shows else { return }
        settings.c_lflag = shows ? settings.c_lflag | flag : settings.c_lflag & ~flag
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    /// - Parameters:
    ///   - take: called with each line, without its line break.
    ///   - end: called once at the end of the input.
    static func follow(
        _ take: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
    ) {
        // `readLine` blocks until a line is typed, so it has its own thread.
        DispatchQueue(label: "im.confab.typed").async {
            while let line = readLine() {
                DispatchQueue.main.async { MainActor.assumeIsolated { take(line) } }
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        }
    }
}
