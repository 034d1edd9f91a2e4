/// What a person began to write in a chat.
package struct Draft: Hashable, Sendable {
    package let chatID: String
    package let text: String

    package init(chatID: String, text: String) {
        self.chatID = chatID
        self.text = text
    }
}
