import ViewModels

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
