/// One message as it is read.
package struct MessageViewModel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, emote, notice, removed }
    /// What stands before a line of an encrypted chat; ``MessageActions/remark`` says it in words.
    package enum Mark: Hashable, Sendable {
        case none
        /// It may be from somebody else.
        case doubtful
        /// Everybody on the way could read it.
        case inClear
    }
    package enum StatusTone: Hashable, Sendable { case pending, done, failed }

    package let time: DisplayText
    package let sender: DisplayText
    /// Others here have this name or one that looks like it: the sender is always shown whole, with the Matrix ID.
    package let mustShowWholeSender: Bool
    /// Chooses a colour, the same for the same person.
    /// A place among the first of ``hueCounts``; two that differ do so among fewer as well, as long as that can be.
    package let senderHue: Int
    /// How many colours there are for people; a terminal with few has the second or third, and each divides the one before.
    package static let hueCounts = [12, 6, 3]
    package let isOwn: Bool
    package let isMention: Bool
    package let mark: Mark
    package let kind: Kind
    /// The line that it answers, as in `Bo: hello`; empty where it answers none.
    package let quote: DisplayText
    /// Signs under it with their counts, as in `👍 2`, one's own in brackets.
    package let reactions: [DisplayText]
    /// What was said in the thread that began with it, as in `3 replies, the newest by Bo 09:15`; empty where nothing was.
    package let thread: DisplayText
    /// Whether something of that is new.
    package let hasNewInThread: Bool
    /// One line or more.
    package let text: RichText
    /// What comes of its question, where it is a poll.
    package let poll: PollViewModel?
    /// What it shows under its line, where it brings a picture.
    package let picture: PictureViewModel?
    /// As in `sending…`, `sent`, `read`, `failed: too long`; empty where there is nothing to say.
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

    /// All that is read of it, a line a line.
    package var wholeText: String { poll.map { "\(text.string)\n\($0.string)" } ?? text.string }
}
