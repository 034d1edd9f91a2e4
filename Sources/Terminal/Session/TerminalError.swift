/// Why there is no screen, and what to do.
package enum TerminalError: Error, Hashable, Sendable {
    /// `stream` is "standard input" or "standard output".
    case noTerminal(stream: String)
    case typeMissing
    case typeUnknown(String)
    case typeUnable(String)
    case noTypes
    /// With the system's words.
    case failed(String)

    /// One line in ASCII.
    package var message: String {
        switch self {
        case .noTerminal(let stream):
            "Confab needs a terminal: \(stream) is not one. Run it in a terminal window."
        case .typeMissing:
            "Confab doesn't know this terminal: TERM is not set. Set it, as in TERM=xterm-256color."
        case .typeUnknown(let type):
            "The terminal type \"\(Self.printable(type))\" is unknown here. Set TERM, as in TERM=xterm-256color."
        case .typeUnable(let type):
            "A terminal of type \"\(Self.printable(type))\" can't place its cursor. "
                + "Use another, or set TERM, as in TERM=xterm-256color."
        case .noTypes:
            "There are no descriptions of terminals on this system. Install them: the package is ncurses-base on Debian."
        case .failed(let reason):
            "The terminal can't be used: \(Self.printable(reason)). Try another terminal window."
        }
    }

    /// The environment is not ours: what could steer a terminal is left out.
    private static func printable(_ text: String) -> String {
        String(text.filter { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 && $0 != "\u{7F}" }.prefix(60))
    }
}
