import Conversations
import GRDB

/// Adds messages of a file to the imported chat, within a transaction.
///
/// The position of a message is its timestamp, or the next free position after it. So parts of a chat are ordered by
/// time, in whatever order they are imported. Within one file, the order of the file is kept, because clocks differ.
struct ImportWriter {
    let db: Database
    let imported: ImportedMessages
    /// The time in milliseconds since 1970.
    let now: Int64

    func add(after place: Int64?) throws -> ImportedPart {
        var row = try ChatRow.fetch(db, id: chatID) ?? ChatRow(id: chatID, membership: .left)
        if row.chat.givenName == nil { row.chat.givenName = imported.name?.storable }
        try keepMembers()
        let messages = imported.messages.map(\.storable)
        let known = try MessageReader(db: db).positions(ofEventIDs: messages.map(\.eventID), chatID: chatID)
        let timeline = TimelineWriter(db: db, chatID: chatID)
        var (end, placed, seen) = (place, [PlacedMessage](), Set<String>())
        var taken: Set<Int64> = []
        for message in messages where seen.insert(message.eventID).inserted {
            if let position = known[message.eventID] {
                end = position
                try addFile(of: message, at: position)
                continue
            }
            let position = try free(from: max(time(message), (end ?? -1) + 1), besides: taken)
            taken.insert(position)
            placed.append(PlacedMessage(message: message, position: position))
            end = position
        }
        try timeline.insert(placed)
        _ = try RelationWriter(db: db, chatID: chatID).add(placed.map(\.message))
        row.lastPosition = try timeline.lastSaidPosition() ?? end
        row.chat.lastActivity = try timeline.timestamp(at: row.lastPosition) ?? 0
        try row.save(db)
        return ImportedPart(newEventIDs: Set(placed.map(\.message.eventID)), end: end)
    }

    private var chatID: String { imported.chatID }

    /// Returns a free position, at `position` or after it.
    ///
    /// - Parameter taken: positions that are assigned but not stored yet.
    private func free(from position: Int64, besides taken: Set<Int64>) throws -> Int64 {
        let statement =
            "SELECT EXISTS (SELECT 1 FROM messages WHERE messages.id = \(MessageRowID.origin(of: "?1")) + ?2)"
        var position = position
        for _ in 0..<Self.maxSteps {
            let isStored = try db.value(statement, [chatID, position], as: Bool.self) ?? false
            guard isStored || taken.contains(position) else { return position }
            position += 1
        }
        let sql = """
            SELECT position FROM messages WHERE \(MessageRowID.isIn("?1")) ORDER BY id DESC LIMIT 1
            """
        let newest = try db.value(sql, [chatID], as: Int64.self)
        return max(newest ?? position, taken.max() ?? position) + 1
    }

    /// The maximum number of positions to try one by one. Many messages with the same timestamp would otherwise make
    /// each insertion slow.
    private static let maxSteps = 1_000

    /// Limits the timestamp, so that positions for later messages remain.
    private func time(_ message: Message) -> Int64 { min(max(message.timestamp, 0), now) }

    /// Adds the file to a message that was imported without it before.
    private func addFile(of message: Message, at position: Int64) throws {
        guard message.kind.isFile, !message.isRemoved else { return }
        let sql = """
            UPDATE messages SET source = ?3
            WHERE id = \(MessageRowID.origin(of: "?1")) + ?2 AND is_removed = 0 AND kind = ?4
                AND json_extract(source, '$.content.url') IS NULL AND json_extract(?3, '$.content.url') IS NOT NULL
            """
        try db.run(sql, [chatID, position, message.source, message.kind.rawValue])
    }

    private func keepMembers() throws {
        for member in imported.members { try member.storable.save(in: chatID, db) }
    }
}
