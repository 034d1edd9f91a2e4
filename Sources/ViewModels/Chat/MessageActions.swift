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
    /// The question before the message is sent again; empty if there is none.
    package var resendQuestion: DisplayText = .empty
    package var resend: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    package var withdraw: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Adds the sender to the contacts.
    package var keepSender: Action<Void> = .unavailable(.words("chat.you-wrote-it-yourself"))

    package init() {}
}
