import Conversations
import Engine
import ViewModels

/// New messages in a chat, or an invitation, that may raise a notification.
struct Arrival: Hashable {
    let chat: Chat
    /// The last message; `nil` for an invitation.
    private(set) var last: Message?
    /// The last messages of earlier arrivals in the chat that share a notification with this one, oldest first.
    private var before: [Message] = []
    /// The number of new messages; 0 if a known message turns out to be a mention.
    var count: Int
    var isMention: Bool

    var chatID: String { chat.id }

    /// The ID of the thread that has the last message; `nil` if the message is in the main timeline.
    var threadID: String? { last.flatMap { $0.standsInThread ? $0.threadID : nil } }

    /// - Parameter last: the newest of the messages.
    init(in chat: Chat, last: Message, count: Int, isMention: Bool) {
        self.chat = chat
        self.last = last
        self.count = count
        self.isMention = isMention
    }

    /// Returns the arrivals of one chat as one.
    func joined(to earlier: Arrival) -> Arrival {
        var joined = self
        joined.count += earlier.count
        joined.isMention = isMention || earlier.isMention
        joined.before = earlier.before + (earlier.last.map { [$0] } ?? [])
        return joined
    }

    /// Returns the arrival without removed messages; `nil` if all its known messages were removed.
    func without(_ eventIDs: Set<String>) -> Arrival? {
        guard let last else { return self }
        var rest = self
        let known = before + [last]
        rest.before = known.filter { !eventIDs.contains($0.eventID) }
        guard rest.before.count < known.count else { return self }
        rest.count -= known.count - rest.before.count
        rest.last = rest.before.popLast()
        return rest.last == nil ? nil : rest
    }

    init(invitation chat: Chat) {
        self.chat = chat
        last = nil
        count = 1
        isMention = true
    }
}

extension Arrival {
    /// The chat's name. Like ``text``, it contains untrusted text.
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
        // The localpart may be somebody else's name, so a person without a name is shown with the whole Matrix ID.
        let sender = chat.person(last.sender).map(Naming.person) ?? last.sender
        if last.kind == .emote { return "* \(sender) \(said)" }
        return chat.directUserID != nil || chat.isBetweenTwo ? said : "\(sender): \(said)"
    }
}
