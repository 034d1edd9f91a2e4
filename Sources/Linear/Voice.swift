import ViewModels

/// All that is said: a line after the other, in the order in which it happened, and nothing but text.
@MainActor
final class Voice {
    private let print: (String) -> Void

    /// - Parameter print: takes one line, without its end.
    init(print: @escaping (String) -> Void) {
        self.print = print
    }

    /// A text may have more than one line; what stands on none is left out.
    func say(_ text: DisplayText) {
        for line in text.named.string.split(separator: "\n") {
            let words = line.split(separator: " ")
            // Blanks without end would have the end of a line stand at the beginning of a row, like a line of its own.
            if !words.isEmpty { print(words.joined(separator: " ")) }
        }
    }

    func say(_ texts: [DisplayText]) {
        for text in texts { say(text) }
    }
}

extension DisplayText {
    /// With commands in the places of keys, which nobody presses here.
    var named: DisplayText { filled { $0.command } }

    /// What stands before the signs of a question that name keys, as in `Leave this chat? y leaves, Esc stays`.
    var question: DisplayText {
        guard let end = string.lastIndex(of: "?") else { return self }
        return DisplayText(sanitizingLines: String(string[...end]))
    }

    /// In one line, which isn't longer than so many characters.
    func shortened(to count: Int) -> DisplayText {
        let line = named.string.split(separator: "\n").joined(separator: " ")
        return DisplayText(sanitizing: line.count > count ? line.prefix(count) + "…" : line)
    }

    /// As a sentence: `sent` is `Sent.`
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
