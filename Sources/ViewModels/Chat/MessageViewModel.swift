/// One message as it is read.
package struct MessageViewModel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, emote, notice, removed }
    package enum StatusTone: Hashable, Sendable { case pending, done, failed }

    package let time: DisplayText
    package let sender: DisplayText
    /// Chooses a colour, the same for the same person.
    package let senderHue: Int
    package let isOwn: Bool
    package let isMention: Bool
    package let kind: Kind
    /// One line or more.
    package let text: RichText
    /// As in `sending…`, `sent`, `read`, `failed: too long`; empty where there is nothing to say.
    package let status: DisplayText
    package let statusTone: StatusTone

    package init(
        time: DisplayText, sender: DisplayText, senderHue: Int, isOwn: Bool, isMention: Bool, kind: Kind,
        text: RichText, status: DisplayText, statusTone: StatusTone
    ) {
        self.time = time
        self.sender = sender
        self.senderHue = senderHue
        self.isOwn = isOwn
        self.isMention = isMention
        self.kind = kind
        self.text = text
        self.status = status
        self.statusTone = statusTone
    }
}
