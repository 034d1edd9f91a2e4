import Conversations
import ViewModels

extension Arrival {
    /// The chat's name. Like ``text`` it contains text from outside.
    var chatName: String { Naming.chat(chat) }

    /// Whether ``text`` names the chat already, as in an invitation to a chat that is named after its inviter.
    var isNamedByText: Bool { last == nil && Naming.isCalledAsInviter(chat) }

    /// The text of the last message, with its sender if that isn't clear from the chat.
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
