package import Conversations
package import Engine
package import ViewModels

/// Events of the composer.
package enum ComposerEvent: RoutedEvent {
    /// The current text, after a pause or when the field loses focus.
    case edited(text: String, of: ComposerTarget)
    /// The text was accepted with Enter.
    case submitted(text: String, of: ComposerTarget)
    /// The user confirmed a line whose effect can't be undone, such as `/leave`.
    case confirmed(text: String, of: ComposerTarget)
    /// Cancels a reply or an edit.
    case purposeCancelled
    /// A line could not be stored, or a command failed. The text is returned to the composer.
    case notKept(TypedLine, ComposerNotice)
    /// A text is put into the composer: a withdrawn line, an abandoned text or one from elsewhere.
    case givenBack(TypedLine, saying: ComposerNotice? = nil)
    /// The user recalls one of their earlier lines.
    case recalling(ComposerViewModel.Recall, of: ComposerTarget)
    /// The user's lines in a chat were loaded from disk, newest first.
    case recalled(OwnLinePage)
    /// The server ran a command.
    case commandDone(ComposerNotice, chatID: String)
}

/// Identifies the text that a pane reports, since the pane may show another chat or thread by now.
package struct ComposerTarget: Hashable, Sendable {
    package let chatID: String
    /// The root event of the thread, if there is one.
    package var threadID: String?
    /// The revision of the text that the pane had applied.
    let revision: Int

    /// The key of its draft.
    var draftPlace: String { Draft.place(chatID: chatID, threadID: threadID) }
}

/// The unsent texts of all chats and threads, each at its place as ``Draft/place(chatID:threadID:)`` names it.
package struct DraftModel: Equatable {
    package private(set) var texts: [String: String] = [:]
    /// The places of the drafts in threads.
    private(set) var threads: Set<String> = []

    mutating func load(_ drafts: [Draft]) {
        for draft in drafts { set(draft.text, at: draft.place) }
    }

    /// - Parameter text: empty if there is no draft any more.
    mutating func set(_ text: String, at place: String) {
        texts[place] = text.isEmpty ? nil : text
        guard Draft(place: place, text: text).isInThread else { return }
        if text.isEmpty { threads.remove(place) } else { threads.insert(place) }
    }
}

/// The purpose of the next line.
package enum ComposerPurpose: Hashable, Sendable {
    case newLine
    /// A reply to a message.
    case reply(QuotedMessage)
    /// An edit of one of the account's messages. Afterwards the previous draft is restored.
    case edit(OutboxLine.Target, body: String, draft: String)
}

/// A request for confirmation of a line whose effect can't be undone.
package struct ComposerConfirmation: Hashable {
    package enum Kind: Hashable {
        case leaveChat, deleteMessage
        case knock(RoomAddress)
        /// Creates a space with this name, and adds the chat to the space.
        case makeSpace(String)
        case member(MemberChange, name: String)
    }

    /// A counter that increases with each question.
    package let number: Int
    package let kind: Kind
    /// The line in question.
    package let text: String
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
