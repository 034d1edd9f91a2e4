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

    /// The same a chat, for a desktop on which notices stand; one for all where these are many.
    package let ofChats: [ChatNotice]

    /// - Parameters:
    ///   - arrivals: at least one, the newest last.
    ///   - standing: how many each chat's notice counted before, where that is news yet.
    init(_ arrivals: [Arrival], shown: NoticeRules.Shown, unreadTotal: Int, standing: [String: Int] = [:]) {
        (title, text) = Self.words(arrivals, shown)
        self.unreadTotal = unreadTotal
        let counted = arrivals.map { arrival in
            var arrival = arrival
            arrival.count += standing[arrival.chatID] ?? 0
            return arrival
        }
        let groups = counted.count > Self.mostOfChats ? [counted] : counted.map { [$0] }
        ofChats = groups.map { group in
            let (title, text) = Self.words(group, shown)
            return ChatNotice(chatIDs: Set(group.map(\.chatID)), title: title, text: text)
        }
    }

    /// That no more notices come, since the server logged this device out.
    ///
    /// - Parameter profileName: which account it was.
    package init(ofEndedSession profileName: String) {
        let title = DisplayText.words("notify.ended", ["name": profileName])
        let text = DisplayText.words("notify.log-in-again")
        // It is of no chat, and stands although all of them are read.
        let ofNone = ChatNotice(chatIDs: [profileName], title: title, text: text)
        self.init(title: title, text: text, unreadTotal: 0, ofChats: [ofNone])
    }

    private init(title: DisplayText, text: DisplayText, unreadTotal: Int, ofChats: [ChatNotice]) {
        self.title = title
        self.text = text
        self.unreadTotal = unreadTotal
        self.ofChats = ofChats
    }

    /// The same where there are several accounts.
    ///
    /// - Parameters:
    ///   - account: whose it is.
    ///   - unreadTotal: all that is unread in all of them.
    package func of(account: DisplayText, unreadTotal: Int) -> RaisedNotice {
        RaisedNotice(
            title: .words("accounts.named", ["name": title.string, "account": account.string]), text: text,
            unreadTotal: unreadTotal, ofChats: ofChats.map { $0.of(account: account) })
    }

    /// At once: more would cover the desktop.
    private static let mostOfChats = 3

    private static func words(
        _ arrivals: [Arrival], _ shown: NoticeRules.Shown
    ) -> (title: DisplayText, text: DisplayText) {
        let count = max(1, arrivals.reduce(0) { $0 + $1.count })
        let names = arrivals.reversed().prefix(3).map { cut($0.chatName, titleLength / 3) }
        let list = names.joined(separator: ", ") + (arrivals.count > 3 ? ", …" : "")
        let said = shown == .text && arrivals.count == 1 ? arrivals.last : nil
        let isNamedByText = said?.isNamedByText == true && count == 1
        let name = (isNamedByText ? said?.text : arrivals.last?.chatName) ?? ""
        let title = count == 1 ? name : .words("notices.new", ["names": list], count: count)
        return (
            DisplayText(sanitizing: cut(title, titleLength)),
            DisplayText(sanitizing: isNamedByText ? "" : cut(said?.text ?? "", textLength))
        )
    }

    private static func cut(_ text: String, _ length: Int) -> String {
        let start = text.prefix(length + 1)
        return start.count > length ? start.dropLast() + "…" : text
    }
}
