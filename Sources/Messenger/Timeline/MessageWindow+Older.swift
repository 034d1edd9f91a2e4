import Conversations

extension MessageWindow {
    /// Adds the older messages of another window of the chat if nothing can be missing in between. Otherwise a
    /// refresh of the end would throw out a user who reads there.
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
