import Conversations

/// Identifies the text that a pane reports, since the pane may show another chat or thread by now.
package struct ComposerPlace: Hashable, Sendable {
    let chatID: String
    /// The root event of the thread, if there is one.
    var threadID: String?
    /// The newest revision of the text that the pane has seen.
    let revision: Int

    /// The key of its draft.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}
