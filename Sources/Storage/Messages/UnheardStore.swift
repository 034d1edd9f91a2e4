package import Conversations

/// The parts of the chats' past that are asked for once more.
package final class UnheardStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    nonisolated(nonsending) package func parts() async throws(StorageError) -> [UnheardPart] {
        try await access.readAside { try UnheardWriter(db: $0).parts() }
    }

    /// Puts what the server answered where it belongs, and remembers how far that reached. A part that went on meanwhile leaves
    /// everything as it is.
    ///
    /// - Parameters:
    ///   - page: as it came for `dir=b`, newest first, each once.
    ///   - members: how people stood to the chat then; they count for those of whom nothing is known.
    ///   - nextToken: asks for what is before the page; `nil` where nothing is.
    nonisolated(nonsending) package func hear(
        _ part: UnheardPart, _ page: [Message], members: [ChatMember], nextToken: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.hear(part, page, nextToken: nextToken)
            try writer.addUnknown(members, chatID: part.chatID)
            return try writer.finish()
        }
    }

    /// The server tells nothing of that chat.
    nonisolated(nonsending) package func giveUp(_ part: UnheardPart) async throws(StorageError) {
        try await access.write { try UnheardWriter(db: $0).remove(part.chatID) }
    }
}
