package import ViewModels

/// A notice for outside of the screen.
package struct RaisedNotice: Hashable, Sendable {
    private static let titleLength = 60
    private static let textLength = 200

    /// As in `Bo`, `3 new: Bo`, `5 new: Bo, Kim`, or `Bo invites you`.
    package let title: DisplayText
    /// What was said; empty where it isn't to be shown, is more than one thing, or says no more than the title.
    package let text: DisplayText
    /// All that is unread.
    package let unreadTotal: Int

    /// - Parameter arrivals: at least one, the newest last.
    init(_ arrivals: [Arrival], shown: NoticeRules.Shown, unreadTotal: Int) {
        let count = max(1, arrivals.reduce(0) { $0 + $1.count })
        let names = arrivals.reversed().prefix(3).map { Self.cut($0.chatName, Self.titleLength / 3) }
        let list = names.joined(separator: ", ") + (arrivals.count > 3 ? ", …" : "")
        let said = shown == .text && arrivals.count == 1 ? arrivals.last : nil
        let isNamedByText = said?.isNamedByText == true && count == 1
        let name = (isNamedByText ? said?.text : arrivals.last?.chatName) ?? ""
        let title = count == 1 ? name : .words("notices.new", ["names": list], count: count)
        self.title = DisplayText(sanitizing: Self.cut(title, Self.titleLength))
        text = DisplayText(sanitizing: isNamedByText ? "" : Self.cut(said?.text ?? "", Self.textLength))
        self.unreadTotal = unreadTotal
    }

    private init(title: DisplayText, text: DisplayText, unreadTotal: Int) {
        self.title = title
        self.text = text
        self.unreadTotal = unreadTotal
    }

    /// The same where there are several accounts.
    ///
    /// - Parameters:
    ///   - account: whose it is.
    ///   - unreadTotal: all that is unread in all of them.
    package func of(account: DisplayText, unreadTotal: Int) -> RaisedNotice {
        RaisedNotice(
            title: .words("accounts.named", ["name": title.string, "account": account.string]), text: text,
            unreadTotal: unreadTotal)
    }

    private static func cut(_ text: String, _ length: Int) -> String {
        let start = text.prefix(length + 1)
        return start.count > length ? start.dropLast() + "…" : text
    }
}
