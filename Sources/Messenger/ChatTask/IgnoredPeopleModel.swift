package import Conversations

/// The people that the account ignores, on all its devices.
package struct IgnoredPeopleModel: Equatable {
    package private(set) var userIDs: Set<String> = []
    /// The same people in the order of the list.
    package private(set) var sorted: [String] = []
    /// Whether the list of ignored people is open.
    package private(set) var isOpen = false

    mutating func replace(_ userIDs: Set<String>) {
        self.userIDs = userIDs
        sorted = userIDs.sorted()
    }

    mutating func turn() { isOpen.toggle() }
}

extension MessageWindow {
    /// Returns the window without the messages and reactions of ignored people. Their changes to the chat itself
    /// stay.
    package func without(_ ignored: Set<String>) -> MessageWindow {
        guard !ignored.isEmpty else { return self }
        var window = self
        window.messages = messages.compactMap { placed in
            let message = placed.message
            if ignored.contains(message.sender), message.isSaidToOthers { return nil }
            var shown = message
            shown.reactions = message.reactions.compactMap { $0.without(ignored) }
            if let quoted = message.quoted, ignored.contains(quoted.sender) {
                shown.quoted = QuotedMessage(
                    eventID: quoted.eventID, sender: quoted.sender, body: "…", isRemoved: quoted.isRemoved)
            }
            return PlacedMessage(message: shown, position: placed.position)
        }
        return window
    }
}

extension Message {
    /// Whether the event is a message or a verification request.
    fileprivate var isSaidToOthers: Bool { kind.countsAsUnread || kind == .verification }
}

extension MessageReaction {
    fileprivate func without(_ ignored: Set<String>) -> MessageReaction? {
        let others = givers.filter { !ignored.contains($0.userID) }
        return others.isEmpty ? nil : MessageReaction(key: key, givers: others)
    }
}
