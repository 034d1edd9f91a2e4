import Conversations
import ViewModels

/// Identifies the text that a pane reports, since the pane may show another chat or thread by now.
package struct ComposerTarget: Hashable, Sendable {
    let chatID: String
    /// The root event of the thread, if there is one.
    var threadID: String?
    /// The revision of the text that the pane had applied.
    let revision: Int

    /// The key of its draft.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}

/// The purpose of the next line.
enum ComposerPurpose: Hashable, Sendable {
    case newLine
    /// A reply to a message.
    case reply(QuotedMessage)
    /// An edit of one of the account's messages. Afterwards the previous draft is restored.
    case edit(OutboxLine.Target, body: String, draft: String)
}

/// A request for confirmation of a line whose effect can't be undone.
struct ComposerConfirmation: Hashable {
    enum Kind: Hashable {
        case leaveChat, deleteMessage
        case knock(RoomAddress)
        /// Creates a space with this name, and adds the chat to the space.
        case makeSpace(String)
        case member(MemberChange, name: String)
    }

    /// A counter that increases with each question.
    let number: Int
    let kind: Kind
    /// The line in question.
    let text: String
}

/// A page of the user's lines in a chat, newest first, as they were typed.
package struct OwnLinePage: Equatable, Sendable {
    let chatID: String
    /// The position before which they were requested.
    let before: Int64
    let lines: [String]
    /// The position before which older lines are; `nil` if there are none.
    let next: Int64?
}

/// A line that was sent with Enter, and its purpose. It is returned to the composer if it can't be stored.
package struct TypedLine: Hashable, Sendable {
    let text: String
    let chatID: String
    /// The root event of the thread that it was sent to.
    let threadID: String?
    let purpose: ComposerPurpose

    init(_ text: String, chatID: String, threadID: String? = nil, purpose: ComposerPurpose = .newLine) {
        self.text = text
        self.chatID = chatID
        self.threadID = threadID
        self.purpose = purpose
    }

    /// The key of the draft that it becomes if it is returned.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}
