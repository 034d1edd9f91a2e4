package import Conversations
import GRDB

/// What a person wrote and no server is known to have.
package struct UnsentWords: Hashable, Sendable {
    /// The chats that they were written in, as far as they are known.
    package let chats: [Chat]
    package let drafts: [Draft]
    /// In order of acceptance; those that the server has are not among them.
    package let lines: [OutboxLine]

    package init(chats: [Chat], drafts: [Draft], lines: [OutboxLine]) {
        self.chats = chats
        self.drafts = drafts
        self.lines = lines
    }

    package var isEmpty: Bool { drafts.isEmpty && lines.isEmpty }
}

extension ProfileDatabase {
    /// All of it, in one snapshot.
    package func unsentWords() throws(StorageError) -> UnsentWords {
        try access.read { db in
            let drafts = try DraftStore.all(db)
            let lines = try OutboxStore.lines(db).filter { line in
                if case .sent = line.state { false } else { true }
            }
            let chatIDs = Set(drafts.map(\.chatID) + lines.map(\.chatID)).sorted()
            return UnsentWords(chats: try ChatReader(db: db).chats(ids: chatIDs), drafts: drafts, lines: lines)
        }
    }
}
