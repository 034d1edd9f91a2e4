package import ViewModels

/// A notification outside of the screen.
package struct RaisedNotification: Hashable, Sendable {
    private static let titleLength = 60
    private static let textLength = 200

    /// The title, such as `Bo`, `3 new: Bo`, `5 new: Bo, Kim`, or `Bo invites you`.
    package let title: DisplayText
    /// The text of the message. It is empty for several messages, if it may not be shown, or if it repeats the title.
    package let text: DisplayText
    /// The number of all unread messages.
    package let unreadTotal: Int

    /// The notification of each chat, for desktops on which notifications stay. Many chats share one.
    package let ofChats: [ChatNotification]

    /// - Parameters:
    ///   - arrivals: the arrivals, at least one, the newest last.
    ///   - standing: the number of messages that each chat's visible notification has counted.
    init(_ arrivals: [Arrival], shown: NotificationRules.Content, unreadTotal: Int, standing: [String: Int] = [:]) {
        (title, text) = Self.words(arrivals, shown)
        self.unreadTotal = unreadTotal
        let counted = arrivals.map { arrival in
            var arrival = arrival
            arrival.count += standing[arrival.chatID] ?? 0
            return arrival
        }
        let groups = counted.count > Self.maxOfChats ? [counted] : counted.map { [$0] }
        ofChats = groups.map { group in
            let (title, text) = Self.words(group, shown)
            return ChatNotification(chatIDs: Set(group.map(\.chatID)), title: title, text: text)
        }
    }

    /// Makes the notification that the server logged this device out, so that no more notifications come.
    ///
    /// - Parameter profileName: the name of the account.
    package init(ofEndedSession profileName: String) {
        let title = DisplayText.words("notify.ended", ["name": profileName])
        let text = DisplayText.words("notify.log-in-again")
        // It belongs to no chat, so that it stays when all chats are read.
        let ofNone = ChatNotification(chatIDs: [profileName], title: title, text: text)
        self.init(title: title, text: text, unreadTotal: 0, ofChats: [ofNone])
    }

    private init(title: DisplayText, text: DisplayText, unreadTotal: Int, ofChats: [ChatNotification]) {
        self.title = title
        self.text = text
        self.unreadTotal = unreadTotal
        self.ofChats = ofChats
    }

    /// Returns the same notification with the account's name, for programs with several accounts.
    ///
    /// - Parameters:
    ///   - account: the name of the account.
    ///   - unreadTotal: the number of unread messages in all accounts.
    package func of(account: DisplayText, unreadTotal: Int) -> RaisedNotification {
        RaisedNotification(
            title: .words("accounts.named", ["name": title.string, "account": account.string]), text: text,
            unreadTotal: unreadTotal, ofChats: ofChats.map { $0.of(account: account) })
    }

    /// The maximum number of simultaneous notifications. More would cover the desktop.
    private static let maxOfChats = 3

    private static func words(
        _ arrivals: [Arrival], _ shown: NotificationRules.Content
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
