import Conversations

/// Which text a pane speaks of: it may be that of another chat or thread by now.
package struct ComposerPlace: Hashable, Sendable {
    let chatID: String
    /// The thread in which it is said, by the event with which that began.
    var threadID: String?
    /// The newest change of the text that the pane knew of.
    let revision: Int

    /// What its draft is kept under.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}
