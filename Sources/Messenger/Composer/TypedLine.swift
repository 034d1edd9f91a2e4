import Conversations

/// What a person sent with Enter, and what for: it comes back where it can't be kept.
package struct TypedLine: Hashable, Sendable {
    let text: String
    let chatID: String
    /// The thread in which it was sent, by the event with which that began.
    let threadID: String?
    let purpose: ComposerPurpose

    init(_ text: String, chatID: String, threadID: String? = nil, purpose: ComposerPurpose = .newLine) {
        self.text = text
        self.chatID = chatID
        self.threadID = threadID
        self.purpose = purpose
    }

    /// What the draft is kept under that it becomes again.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}
