import Dispatch
import Glibc

/// Reads standard input by lines, as the terminal gives them once Enter was pressed.
enum LineInput {
    /// Whether the terminal, where it is one, shows what is typed.
    static func setEcho(_ shows: Bool) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        let flag = tcflag_t(ECHO)
        guard (settings.c_lflag & flag != 0) != shows else { return }
        settings.c_lflag = shows ? settings.c_lflag | flag : settings.c_lflag & ~flag
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    /// - Parameters:
    ///   - take: given each line, without its end.
    ///   - end: called once nothing more comes.
    static func follow(
        _ take: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
    ) {
        // It waits for a person, and has a thread for that.
        DispatchQueue(label: "im.confab.typed").async {
            while let line = readLine() {
                DispatchQueue.main.async { MainActor.assumeIsolated { take(line) } }
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { end() } }
        }
    }
}
