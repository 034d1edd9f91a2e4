package import Conversations
import GRDB

/// The parts of the chats' history to request again, because messages of people who were ignored may be missing
/// there.
package final class MissedHistoryStore: Sendable {
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    nonisolated(nonsending) package func parts() async throws(StorageError) -> [MissedHistoryPart] {
        try await access.readAside { try MissedHistoryWriter(db: $0).parts() }
    }

    /// Stores the server's response, and records how far it reaches. If the part changed meanwhile, nothing is
    /// stored.
    ///
    /// - Parameters:
    ///   - page: the messages as received for `dir=b`, newest first, each once.
    ///   - members: the memberships at that time; they are used only for people without known membership.
    ///   - nextToken: the token that requests the messages before the page; `nil` if there are none.
    nonisolated(nonsending) package func store(
        _ part: MissedHistoryPart, _ page: [Message], members: [ChatMember], nextToken: String?
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write { db in
            var writer = try SliceWriter(db: db)
            try writer.storeMissed(part, page, nextToken: nextToken)
            try writer.addUnknown(members, chatID: part.chatID)
            return try writer.finish()
        }
    }

    /// Discards a part, after the server refused to return that chat's history.
    nonisolated(nonsending) package func discard(_ part: MissedHistoryPart) async throws(StorageError) {
        try await access.write { try MissedHistoryWriter(db: $0).remove(part.chatID) }
    }
}

/// Stores which parts of the chats' history have to be requested again, within a transaction.
struct MissedHistoryWriter {
    /// The maximum difference between the clocks of servers and of this device, in milliseconds.
    private static let margin: Int64 = 86_400_000

    let db: Database

    /// Adds the chats in which a person who is no longer ignored may have sent messages. These are the chats with
    /// that person as a current or former member, and the chats whose members are not all known.
    func add(chatsWith userID: String, since: Int64) throws {
        let sql = """
            INSERT INTO unheard (chat_id, since)
            SELECT id, ?2 FROM chats WHERE membership <> 'invited' AND instr(id, '\(Chat.importedPrefix)') <> 1 AND (
                EXISTS (SELECT 1 FROM members WHERE chat_id = chats.id AND user_id = ?1)
                OR joined_count > (SELECT count(*) FROM members WHERE chat_id = chats.id AND membership = 'join'))
            ON CONFLICT (chat_id) DO UPDATE SET since = min(since, excluded.since), token = NULL, next_event_id = NULL
            """
        try db.run(sql, [userID, since])
    }

    func parts() throws -> [MissedHistoryPart] {
        try db.all("SELECT chat_id, since, token, next_event_id FROM unheard ORDER BY chat_id") {
            MissedHistoryPart(chatID: $0[0], since: NumberLimits.time($0[1]), token: $0[2], nextEventID: $0[3])
        }
    }

    /// - Parameter page: the received messages of the part, in any order.
    func advance(_ part: MissedHistoryPart, after page: [Message], nextEventID: String?, nextToken: String?) throws {
        let isReached = page.map(\.timestamp).max().map { $0 < part.since - Self.margin } ?? false
        guard let nextToken, nextToken.storable != part.token, !isReached else { return try remove(part.chatID) }
        try db.run(
            "UPDATE unheard SET token = ?, next_event_id = ? WHERE chat_id = ?",
            [nextToken.storable, nextEventID, part.chatID])
    }

    func remove(_ chatID: String) throws {
        try db.run("DELETE FROM unheard WHERE chat_id = ?", [chatID])
    }
}
