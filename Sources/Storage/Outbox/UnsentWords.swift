package import Conversations
import GRDB

/// The texts that a person wrote and no server is known to have.
package struct UnsentWords: Hashable, Sendable {
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
