/// The actions on one row of the chat list.
package struct ChatListItemActions {
    /// Opens the row on Enter.
    package var open: Action<Void> = .available {}
    /// The question before it is opened; empty if there is none.
    package var openQuestion: DisplayText = .empty
    package var showDetails: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var pin: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var mute: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var mentionsOnly: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var archive: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var markUnread: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var rename: Action<String> = .unavailable(.words("chat-list.select-a-chat"))
    package var leave: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var forget: Action<Void> = .unavailable(.words("chat-list.only-left-chats"))
    package var ignore: Action<Void> = .unavailable(.words("chat-list.select-chat-with-one-person"))
    /// The initial text of ``rename``.
    package var name = ""
    package var leaveQuestion: DisplayText = .empty
    package var forgetQuestion: DisplayText = .empty
    /// Empty if ``ignore`` asks nothing.
    package var ignoreQuestion: DisplayText = .empty
    /// The current states of the chat, each of which the same action also ends.
    package var states: States = []

    package struct States: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let pinned = States(rawValue: 1 << 0)
        package static let muted = States(rawValue: 1 << 1)
        package static let forMentions = States(rawValue: 1 << 2)
        package static let archived = States(rawValue: 1 << 3)
        package static let unread = States(rawValue: 1 << 4)
        package static let ignored = States(rawValue: 1 << 5)
    }

    package init() {}

    /// The actions on a chat that the user has left.
    package static var leftChat: ChatListItemActions { none(.words("chat-list.left-and-forgettable")) }

    /// The actions on a chat imported from a file.
    package static var importedChat: ChatListItemActions { none(.words("chat-list.imported-and-removable")) }

    /// Returns the actions on a row that isn't a joined chat.
    package static func none(_ reason: DisplayText) -> ChatListItemActions {
        var actions = ChatListItemActions()
        actions.showDetails = .unavailable(reason)
        actions.pin = .unavailable(reason)
        actions.mute = .unavailable(reason)
        actions.mentionsOnly = .unavailable(reason)
        actions.archive = .unavailable(reason)
        actions.markUnread = .unavailable(reason)
        actions.rename = .unavailable(reason)
        actions.leave = .unavailable(reason)
        return actions
    }
}
