package import Conversations
import GRDB

/// The result of preparing a line for sending.
package enum OutboxPreparation: Hashable, Sendable {
    /// It can be sent. This is the line before it is sent.
    case leaves(OutboxLine)
    /// It was withdrawn, or is sent already.
    case isGone
    /// No sync has reported its chat since the account joined, so it is unknown whether the chat is encrypted.
    case chatIsUnknown
    /// The account is no longer in its chat.
    case chatIsLeft
    /// Its chat is encrypted, and the line is not.
    case wouldGoInClear
    /// Its file is not on the server, or not in the form that its chat requires now.
    case needsUpload
    /// The server may have received it but no longer recognize it, because a request with it was sent by another
    /// device or long ago.
    case mayBeThere
}

extension OutboxLine.Purpose {
    /// Whether sending it in clear would reveal content.
    var saysSomething: Bool {
        switch self {
        case .message, .edit, .pollAnswer, .pollEnd: true
        // All clients send reactions in clear, because servers need the relation, which includes the reaction key
        // (client-server API, "Event replacements", "Editing encrypted events").
        case .reaction: false
        case .redaction(_, let reason): reason?.isEmpty == false
        }
    }
}

/// The texts that a person wrote and no server is known to have.
package struct UnsentTexts: Hashable, Sendable {
    /// The chats of the texts, as far as they are known.
    package let chats: [Chat]
    package let drafts: [Draft]
    /// The lines in the order in which they were accepted, without those that the server has.
    package let lines: [OutboxLine]

    package init(chats: [Chat], drafts: [Draft], lines: [OutboxLine]) {
        self.chats = chats
        self.drafts = drafts
        self.lines = lines
    }

    package var isEmpty: Bool { drafts.isEmpty && lines.isEmpty }
}

extension ProfileDatabase {
    /// Reads all unsent texts in one snapshot.
    package func unsentWords() throws(StorageError) -> UnsentTexts {
        try access.read { db in
            let drafts = try DraftStore.all(db)
            let lines = try OutboxStore.lines(db).filter { line in
                if case .sent = line.state { false } else { true }
            }
            let chatIDs = Set(drafts.map(\.chatID) + lines.map(\.chatID)).sorted()
            return UnsentTexts(chats: try ChatReader(db: db).chats(ids: chatIDs), drafts: drafts, lines: lines)
        }
    }
}
