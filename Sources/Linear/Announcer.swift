import ViewModels

/// Prints announcements as lines of plain text, in order.
@MainActor
final class Announcer {
    private let print: (String) -> Void

    /// - Parameter print: prints one line, given without its line break.
    init(print: @escaping (String) -> Void) {
        self.print = print
    }

    /// Says a text, which may have several lines; blank ones are left out.
    func announce(_ text: DisplayText) {
        for line in text.named.string.split(separator: "\n") {
            let words = line.split(separator: " ")
            // Runs of blanks are shortened. Otherwise the end of a line could wrap to the start of a row and look
            // like a line of its own.
            if !words.isEmpty { print(words.joined(separator: " ")) }
        }
    }

    func announce(_ texts: [DisplayText]) {
        for text in texts { announce(text) }
    }
}

extension DisplayText {
    /// The text with commands instead of keys.
    var named: DisplayText { filled { $0.command } }

    /// The text of a question without the keys for its answers, as in `Leave this chat? y leaves, Esc stays`.
    var question: DisplayText {
        guard let end = string.lastIndex(of: "?") else { return self }
        return DisplayText(sanitizingLines: String(string[...end]))
    }

    /// The text as one line, shortened to a number of characters.
    func shortened(to count: Int) -> DisplayText {
        let line = named.string.split(separator: "\n").joined(separator: " ")
        return DisplayText(sanitizing: line.count > count ? line.prefix(count) + "…" : line)
    }

    /// The text as a sentence: `sent` becomes `Sent.`
    var sentence: DisplayText {
        let words = named.string
        guard let first = words.first else { return self }
        let text = first.uppercased() + words.dropFirst()
        return DisplayText(sanitizingLines: text.last.map(".!?…:".contains) == true ? text : text + ".")
    }
}

extension HintedAction {
    fileprivate var command: String {
        switch self {
        case .newChat: LinearCommand.new.name
        case .findChats: "/list"
        case .leaveChat: "/leave"
        case .takeBack: LinearCommand.undo.name
        case .tryAgain: LinearCommand.retry.name
        case .withdraw: LinearCommand.withdraw.name
        case .logIn: LinearCommand.login.name
        case .addAccount: .words("linear.log-in-command")
        case .takeIdentity: LinearCommand.trust.name
        case .stopFile: LinearCommand.stop.name
        case .addContact, .followChat, .forgetChat, .reloadDevices, .chatDetails, .switchEncryption:
            .words("linear.a-key-of-the-screen")
        }
    }
}
