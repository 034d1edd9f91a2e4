/// The content that `confab send` sends.
enum SentContent {
    case words(String)
    /// - path: an absolute path.
    case file(path: String, caption: String)

    func wish(chatID: String) -> ScriptRequest.Wish {
        switch self {
        case .words(let words): .send(chatID: chatID, text: words)
        case .file(let path, let caption): .sendFile(chatID: chatID, path: path, caption: caption)
        }
    }
}
