import Messenger

extension ConversationSession {
    /// Sends a text for a command, and tells it what becomes of that as long as it listens.
    func send(_ text: String, in chatID: String, tell: (ScriptAnswer) -> Bool) async {
        for await fate in send(text, in: chatID) {
            guard tell(ScriptAnswer(fate)) else { return }
        }
    }

    /// The same with a file.
    func sendFile(at path: String, caption: String, in chatID: String, tell: (ScriptAnswer) -> Bool) async {
        for await fate in sendFile(at: path, caption: caption, in: chatID) {
            guard tell(ScriptAnswer(fate)) else { return }
        }
    }
}
