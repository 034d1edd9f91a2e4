/// What people are chosen for in the form.
package enum CreateChatPurpose: Hashable, Sendable {
    case newChat
    /// They are invited to a chat that is there.
    ///
    /// - text: what was typed of them elsewhere.
    case invitation(chatID: String, text: String)

    /// The chat that is there.
    var chatID: String? {
        guard case .invitation(let chatID, _) = self else { return nil }
        return chatID
    }
}
