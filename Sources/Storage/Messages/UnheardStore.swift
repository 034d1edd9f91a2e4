package import Conversations

/// The parts of the chats' history to request again, because messages of people who were ignored may be missing
/// there.
package final class UnheardStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    nonisolated(nonsending) package func parts() async throws(StorageError) -> [UnheardPart] {
        try await access.readAside { try UnheardWriter(db: $0).parts() }
    }

    /// Stores the server's response, and records how far it reaches. If the part changed meanwhile, nothing is
    /// stored.
    ///
    /// - Parameters:
    ///   - page: the messages as received for `dir=b`, newest first, each once.
    ///   - members: the memberships at that time; they are used only for people without known membership.
    ///   - nextToken: the token that requests the messages before the page; `nil` if there are none.
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

    /// Discards a part, after the server refused to return that chat's history.
    nonisolated(nonsending) package func giveUp(_ part: UnheardPart) async throws(StorageError) {
        try await access.write { try UnheardWriter(db: $0).remove(part.chatID) }
    }
}
