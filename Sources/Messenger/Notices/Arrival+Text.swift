import Conversations
import ViewModels

extension Arrival {
    /// Text from outside, as the next.
    var chatName: String { Naming.chat(chat) }

    /// Whether ``text`` names the chat already: an invitation to one that is called as who invites to it.
    var isNamedByText: Bool { last == nil && Naming.isCalledAsInviter(chat) }

    /// What was said last, and by whom where that isn't clear.
    var text: String {
        guard let last else {
            return .words(
                "invitation.invites-you", ["name": chat.inviter.map(Naming.person) ?? .words("invitation.somebody")])
        }
        let text = text(of: last)
        return threadID == nil ? text : .words("notices.in-thread", ["text": text])
    }

    private func text(of last: Message) -> String {
        let said = last.kind == .encrypted ? .words("chat.encrypted-message") : last.line
        let sender = chat.person(last.sender).map(Naming.person) ?? Naming.shortID(last.sender)
        if last.kind == .emote { return "* \(sender) \(said)" }
        return chat.directUserID != nil || chat.isBetweenTwo ? said : "\(sender): \(said)"
    }
}
