/// What can be done with one row of the chat list.
package struct ChatListItemActions {
    package var pin: Action<Void> = .unavailable("Select a chat")
    package var mute: Action<Void> = .unavailable("Select a chat")
    package var mentionsOnly: Action<Void> = .unavailable("Select a chat")
    package var archive: Action<Void> = .unavailable("Select a chat")
    package var markUnread: Action<Void> = .unavailable("Select a chat")
    package var rename: Action<String> = .unavailable("Select a chat")
    package var leave: Action<Void> = .unavailable("Select a chat")
    package var ignore: Action<Void> = .unavailable("Select a chat with one person")
    /// What ``rename`` begins with.
    package var name = ""
    package var leaveQuestion: DisplayText = .empty
    /// Empty where ``ignore`` asks nothing.
    package var ignoreQuestion: DisplayText = .empty

    package init() {}
}
