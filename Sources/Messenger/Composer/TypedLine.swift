/// What a person sent with Enter, and what for: it comes back where it can't be kept.
package struct TypedLine: Hashable, Sendable {
    let text: String
    let chatID: String
    let purpose: ComposerPurpose

    init(_ text: String, chatID: String, purpose: ComposerPurpose = .newLine) {
        self.text = text
        self.chatID = chatID
        self.purpose = purpose
    }
}
