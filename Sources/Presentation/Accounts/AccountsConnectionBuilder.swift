import ViewModels

/// Makes one status line of the connections of all accounts of a window.
struct AccountsConnectionBuilder {
    struct Part {
        let mark: DisplayText
        let connection: ConnectionViewModel
    }

    /// The connection of the account in front.
    let own: Part
    let others: [Part]

    func build() -> ConnectionViewModel {
        let counts = others.reduce(own.connection.counts) { $0 + $1.connection.counts }
        let troubles = others.filter { !$0.connection.trouble.isEmpty }.map { part in
            DisplayText.words(
                "accounts.is-in-trouble",
                ["account": part.mark.string, "trouble": part.connection.trouble.string])
        }
        return ConnectionViewModel(
            account: account, status: ([own.connection.status] + troubles).joined(separator: " · "),
            tone: troubles.isEmpty ? own.connection.tone : .bad, unread: counts.text, windowTitle: counts.windowTitle,
            counts: counts, trouble: own.connection.trouble, tryNow: own.connection.tryNow)
    }

    private var account: DisplayText {
        let name = own.connection.account
        return name == own.mark
            ? name : .words("accounts.named", ["name": name.string, "account": own.mark.string])
    }
}

/// Makes one notice line from the notices of all accounts of a window.
struct AccountsNoticeBuilder {
    struct Part {
        let mark: DisplayText
        let notice: NoticeViewModel
        let bring: @MainActor () -> Void
    }

    /// The notice of the account in front.
    let own: NoticeViewModel
    /// The other accounts with a notice, the newest first.
    let others: [Part]
    /// Whether the notice of the account in front is older than the others.
    let isOwnOlder: Bool

    func build() -> NoticeViewModel {
        guard let first = others.first, own.text.isEmpty || isOwnOlder else { return own }
        let text = DisplayText.words(
            "accounts.said-of", ["account": first.mark.string, "text": first.notice.text.string])
        let goThere: Action<Void>
        switch first.notice.goThere {
        case .unavailable: goThere = first.notice.goThere
        case .available(let go):
            // A page covers its own account's screen, where the notice is then shown as well.
            let opensPage = first.notice.opensPage
            goThere = .available { [bring = first.bring] in
                bring()
                if !opensPage { go(()) }
            }
        }
        return NoticeViewModel(
            text: text, goThere: goThere,
            goThereText: first.notice.opensPage ? .words("notices.goes-there") : first.notice.goThereText,
            dismiss: first.notice.dismiss)
    }
}
