import Terminal
import ViewModels

extension TerminalError {
    /// The message in a single line. Values from the environment are sanitized, so that they can't
    /// control the terminal.
    var message: String {
        switch self {
        case .noTerminal(.input): .words("terminal.no-input")
        case .noTerminal(.output): .words("terminal.no-output")
        case .typeMissing: .words("terminal.type-missing")
        case .typeUnknown(let type): .words("terminal.type-unknown", ["type": Self.printable(type)])
        case .typeUnable(let type): .words("terminal.type-unable", ["type": Self.printable(type)])
        case .noTypes: .words("terminal.no-types")
        case .failed(let reason): .words("terminal.failed", ["reason": Self.printable(reason)])
        }
    }

    private static func printable(_ text: String) -> String {
        String(text.filter { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 && $0 != "\u{7F}" }.prefix(60))
    }
}
