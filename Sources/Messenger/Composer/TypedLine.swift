import Conversations

/// A line that was sent with Enter, and its purpose. It is returned to the composer if it can't be stored.
package struct TypedLine: Hashable, Sendable {
    let text: String
    let chatID: String
    /// The root event of the thread that it was sent to.
    let threadID: String?
    let purpose: ComposerPurpose

    init(_ text: String, chatID: String, threadID: String? = nil, purpose: ComposerPurpose = .newLine) {
        self.text = text
        self.chatID = chatID
        self.threadID = threadID
        self.purpose = purpose
    }

    /// The key of the draft that it becomes if it is returned.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}
