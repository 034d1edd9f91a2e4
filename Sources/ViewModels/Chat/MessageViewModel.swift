/// A message as displayed.
package struct MessageViewModel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, emote, notice, removed }
    /// The symbol before a line of an encrypted chat; ``MessageActions/remark`` explains it in words.
    package enum Mark: Hashable, Sendable {
        case none
        /// The message may be from somebody else.
        case doubtful
        /// The message was sent unencrypted and could be read in transit.
        case inClear
    }
    package enum StatusTone: Hashable, Sendable { case pending, done, failed }

    package let time: DisplayText
    package let sender: DisplayText
    /// Whether other members have the same name or a similar one. The sender is then always shown in full, with the
    /// Matrix ID.
    package let mustShowWholeSender: Bool
    /// Determines the color, always the same for a person.
    /// It is an index below the first of ``hueCounts``. Two different ones stay different with fewer colors as far as
    /// possible.
    package let senderHue: Int
    /// The number of colors for people. Terminals with few colors use the second or third; each number divides the
    /// one before.
    package static let hueCounts = [12, 6, 3]
    package let isOwn: Bool
    package let isMention: Bool
    package let mark: Mark
    package let kind: Kind
    /// The message that it replies to, as in `Bo: hello`; empty if it isn't a reply.
    package let quote: DisplayText
    /// The reactions below it with their counts, as in `👍 2`, the user's own in brackets.
    package let reactions: [DisplayText]
    /// The summary of the thread that began with it, as in `3 replies, the newest by Bo 09:15`; empty if there is
    /// none.
    package let thread: DisplayText
    /// Whether the thread has new messages.
    package let hasNewInThread: Bool
    /// The text, one line or more.
    package let text: RichText
    /// The answers and votes if the message is a poll.
    package let poll: PollViewModel?
    /// The picture below the line, if the message has one.
    package let picture: PictureViewModel?
    /// The delivery status, as in `sending…`, `sent`, `read`, `failed: too long`; may be empty.
    package let status: DisplayText
    package let statusTone: StatusTone

    package init(
        time: DisplayText, sender: DisplayText, senderHue: Int, isOwn: Bool, isMention: Bool, kind: Kind,
        text: RichText, status: DisplayText, statusTone: StatusTone, mustShowWholeSender: Bool = false,
        quote: DisplayText = .empty, reactions: [DisplayText] = [],
        thread: DisplayText = .empty, hasNewInThread: Bool = false, mark: Mark = .none, poll: PollViewModel? = nil,
        picture: PictureViewModel? = nil
    ) {
        self.time = time
        self.sender = sender
        self.mustShowWholeSender = mustShowWholeSender
        self.senderHue = senderHue
        self.isOwn = isOwn
        self.isMention = isMention
        self.mark = mark
        self.kind = kind
        self.quote = quote
        self.reactions = reactions
        self.thread = thread
        self.hasNewInThread = hasNewInThread
        self.text = text
        self.poll = poll
        self.picture = picture
        self.status = status
        self.statusTone = statusTone
    }

    /// The complete visible text, including the lines of a poll.
    package var wholeText: String { poll.map { "\(text.string)\n\($0.string)" } ?? text.string }
}
