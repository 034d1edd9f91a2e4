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
