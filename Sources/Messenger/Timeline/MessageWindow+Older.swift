import Conversations

extension MessageWindow {
    /// The same with what another window of the chat has before it, where nothing can have come in between: who reads there is
    /// not sent away by a later look at its end.
    func keepingOlder(of old: MessageWindow) -> MessageWindow {
        guard let first = messages.first?.position, old.messages.contains(where: { $0.position == first }),
            !(old.gaps + gaps).contains(where: { $0.position <= first })
        else { return self }
        let older = old.messages.filter { $0.position < first }
        guard !older.isEmpty else { return self }
        var window = self
        window.messages = older + messages
        window.hasOlder = old.hasOlder
        return window
    }
}
