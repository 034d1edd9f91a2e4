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
    /// Whether other members have the same name or a similar one, or the name looks like a Matrix ID. The sender is
    /// then always shown in full, with the Matrix ID.
    package let mustShowWholeSender: Bool
    /// An index below the first of ``hueCounts`` that determines the color, always the same for a person. Two
    /// different indexes stay different with fewer colors as far as possible.
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
    /// The summary of the thread that began with it, as in `3 replies, newest by Bo 09:15`; empty if there is none.
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

/// The actions on one message. An unavailable action has a reason.
package struct MessageActions {
    package var reply: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    package var edit: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Takes the reason, which may be empty.
    package var delete: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// Whether to ask for a reason. It isn't asked for if it could only be sent unencrypted.
    package var shouldAskWhyItIsDeleted = true
    /// Adds a reaction, or removes it if the user has added it before.
    package var react: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// Returns the reactions to choose from, the most likely first. Choosing an own reaction removes it.
    package var signs: @MainActor () -> [FuzzyListRowViewModel] = { [] }
    /// Forwards the message to one of the ``ChatListViewModel/forwardTargets``, by its ``ForwardTarget/chatID``.
    package var forward: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// The text of the message for the clipboard, as shown.
    package var copyText: DisplayText = .empty
    /// The web addresses in the message, in ASCII, in the order of their numbers.
    package var links: [MessageLink] = []
    /// The file of the message; `nil` if it has none.
    package var file: MessageFile?
    /// Goes to the chat of one of the ``links``, by its address, and joins it if needed.
    package var followLink: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    package var goToQuoted: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Opens the thread that contains or began with the message, or begins a new one.
    package var openThread: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Whether there is such a thread.
    package var hasThread = false
    /// Shows the spoilers of the message, or hides them again.
    package var turnSpoilers: Action<Void> = .unavailable(.words("chat.nothing-is-hidden-in"))
    /// Whether ``turnSpoilers`` hides them again.
    package var showsHidden = false
    /// The answers of a poll, in its order; empty if the message isn't a poll.
    package var pollAnswers: [PollChoice] = []
    package var endPoll: Action<Void> = .unavailable(.words("poll.is-none"))
    package var showStory: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// A sentence about the authenticity of the sender; empty if there is nothing to say.
    package var remark: DisplayText = .empty
    /// The confirmation question for sending the message again; empty if there is none.
    package var resendQuestion: DisplayText = .empty
    package var resend: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    package var withdraw: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Adds the sender to the contacts.
    package var keepSender: Action<Void> = .unavailable(.words("chat.you-wrote-it-yourself"))

    package init() {}
}
