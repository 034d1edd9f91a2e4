import Glibc

/// The sequences with which terminals show a desktop notification.
package struct NotificationSequence: Hashable, Sendable {
    package enum Sequence: Hashable, Sendable { case osc9, osc777, osc99 }

    /// The multiplexer between the program and the terminal. It requires the sequence to be wrapped.
    enum Between: Hashable, Sendable { case nothing, tmux, screen }

    private static let longest = 300

    private let sequence: Sequence
    private let between: Between

    /// - Parameters:
    ///   - sequence: `nil` for the one that the terminal is known to support.
    ///   - environment: returns the value of a variable that is not empty.
    /// - Returns: `nil` if no sequence is known.
    init?(_ sequence: Sequence?, environment: (String) -> String?) {
        guard let chosen = sequence ?? Self.known(environment) else { return nil }
        self.sequence = chosen
        let type = environment("TERM") ?? ""
        between =
            if environment("TMUX") != nil || type.hasPrefix("tmux") {
                .tmux
            } else if environment("STY") != nil || type.hasPrefix("screen") {
                .screen
            } else {
                .nothing
            }
    }

    /// - Parameters:
    ///   - title: the title, without control characters.
    ///   - text: the text, without control characters; may be empty.
    ///   - number: the number that identifies the notification for the terminal.
    func bytes(title: String, text: String, number: Int) -> [UInt8] {
        wrapped(payload(title: String(title.prefix(Self.longest)), text: String(text.prefix(Self.longest)), number))
    }

    private func payload(title: String, text: String, _ number: Int) -> String {
        switch sequence {
        case .osc9:
            let all = text.isEmpty ? title : "\(title): \(text)"
            // Some terminals treat a leading number as a command: 4 is a progress bar.
            return "\u{1B}]9;\(all.first?.isNumber == true ? "Confab: " : "")\(all)\u{7}"
        case .osc777:
            let title = title.replacing(";", with: ",")
            return "\u{1B}]777;notify;\(title);\(text.isEmpty ? "Confab" : text)\u{7}"
        case .osc99:
            let first = "\u{1B}]99;i=confab-\(number):d=\(text.isEmpty ? 1 : 0);\(title)\u{1B}\\"
            return text.isEmpty ? first : first + "\u{1B}]99;i=confab-\(number):d=1:p=body;\(text)\u{1B}\\"
        }
    }

    private func wrapped(_ payload: String) -> [UInt8] {
        switch between {
        case .nothing: Array(payload.utf8)
        case .tmux: Array("\u{1B}Ptmux;\(payload.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\".utf8)
        case .screen:
            // An ESC \ within the payload would also end the wrapping, so BEL replaces it.
            Array("\u{1B}P\(payload.replacing("\u{1B}\\", with: "\u{7}"))\u{1B}\\".utf8)
        }
    }

    /// Returns the sequence that the terminal is known to support; `nil` if none is known. Within tmux, `TERM` and
    /// `TERM_PROGRAM` describe tmux. The other variables describe the terminal in which tmux was started.
    private static func known(_ environment: (String) -> String?) -> Sequence? {
        let type = environment("TERM") ?? ""
        if environment("KITTY_WINDOW_ID") != nil || type == "xterm-kitty" { return .osc99 }
        switch environment("TERM_PROGRAM") {
        case "iTerm.app": return .osc9
        case "WezTerm", "ghostty", "contour": return .osc777
        default: break
        }
        if environment("LC_TERMINAL") == "iTerm2" { return .osc9 }
        let speaks777 = ["GHOSTTY_RESOURCES_DIR", "WEZTERM_PANE", "VTE_VERSION"].contains { environment($0) != nil }
        let types777 = ["foot", "rxvt-unicode", "wezterm", "xterm-ghostty", "contour"]
        return speaks777 || types777.contains { type.hasPrefix($0) } ? .osc777 : nil
    }
}

/// A terminal that shows notifications and on which nothing else is drawn.
@MainActor
package final class NotificationTerminal {
    private let descriptor: Int32
    private var count = 0

    /// - Returns: `nil` if neither standard output nor standard error is a terminal.
    package init?() {
        guard let found = [STDOUT_FILENO, STDERR_FILENO].first(where: { isatty($0) == 1 }) else { return nil }
        descriptor = TerminalDevice.open(found)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Shows a notification, as ``TerminalSession/notify(title:text:desktop:sequence:rings:)`` does.
    package func notify(
        title: String, text: String, desktop: Bool, sequence: NotificationSequence.Sequence?, rings: Bool
    ) {
        var bytes = rings ? Array("\u{7}".utf8) : []
        if desktop, let notice = NotificationSequence(sequence, environment: ProcessEnvironment.value) {
            count += 1
            bytes += notice.bytes(title: Self.printable(title), text: Self.printable(text), number: count)
        }
        // If the output is stopped by ^S, only the free part of the buffer is written. The write never blocks.
        _ = write(descriptor, bytes, bytes.count)
    }

    private static func printable(_ text: String) -> String {
        text.map { TextLocale.isUTF8 ? TextWidth.drawable($0) : AsciiForm.spelled(TextWidth.drawable($0)) }.joined()
    }
}
