/// What can be done with one message; what can't be done with it now says why.
package struct MessageActions {
    package var reply: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    package var edit: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Takes the reason, which may be empty.
    package var delete: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// Whether a person may say why it is deleted. Where it can't be said unread by others, nobody is asked.
    package var shouldAskWhyItIsDeleted = true
    /// Gives a sign, or takes it back where it is one's own already.
    package var react: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// The signs that it can be given, those that one gives most likely first; choosing one's own takes it back.
    package var signs: @MainActor () -> [FuzzyListRowViewModel] = { [] }
    /// Sends it to one of the ``ChatListViewModel/forwardTargets`` as well, by its ``ForwardTarget/chatID``.
    package var forward: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    /// What goes to the clipboard: the message as it is read.
    package var copyText: DisplayText = .empty
    /// Addresses of the web that the message names, in ASCII, in the order in which it numbers them.
    package var links: [MessageLink] = []
    /// The file that it brings; `nil` where it brings none.
    package var file: MessageFile?
    /// Goes to the chat that one of ``links`` leads to, by its address, joining it where one isn't in it.
    package var followLink: Action<String> = .unavailable(.words("chat.not-with-this-message"))
    package var goToQuoted: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Shows the thread in which it stands or that began with it, or begins one.
    package var openThread: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Whether there is such a thread.
    package var hasThread = false
    /// Shows what it hides, or hides it again.
    package var turnSpoilers: Action<Void> = .unavailable(.words("chat.nothing-is-hidden-in"))
    /// Whether ``turnSpoilers`` hides it again.
    package var showsHidden = false
    /// The answers of a poll, in its order; empty where it is none.
    package var pollAnswers: [PollChoice] = []
    package var endPoll: Action<Void> = .unavailable(.words("poll.is-none"))
    package var showStory: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// What is to be known of whom it is from, in a sentence; empty where there is nothing.
    package var remark: DisplayText = .empty
    /// What is asked before it is sent again; empty where nothing is.
    package var resendQuestion: DisplayText = .empty
    package var resend: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    package var withdraw: Action<Void> = .unavailable(.words("chat.not-with-this-message"))
    /// Makes a contact of who wrote it.
    package var keepSender: Action<Void> = .unavailable(.words("chat.you-wrote-it-yourself"))

    package init() {}
}
