/// The purpose of choosing people in the form.
package enum CreateChatPurpose: Hashable, Sendable {
    case newChat
    /// The people are invited to an existing chat.
    ///
    /// - text: the text about them that was typed elsewhere.
    case invitation(chatID: String, text: String)

    /// The existing chat.
    var chatID: String? {
        guard case .invitation(let chatID, _) = self else { return nil }
        return chatID
    }
}
