import GRDB
import TestSeeds

@testable import Storage

/// Fills a database of version 15 with realistic timelines: runs of adjacent messages and chunks far apart. Gaps
/// come before some messages, at the end and in unrelated places. There is history before the first message. Some
/// chats have no row of their own, and some have no messages.
struct OldTimeline {
    let seed: UInt64
    let chats: Int
    /// The number of messages in each chat.
    let messages: Int

    func fill(_ db: Database) throws {
        var random = SeededGenerator(seed: seed)
        try db.execute(sql: "INSERT INTO drafts VALUES ('!chat0', 'half')")
        for number in 0..<chats { try fill("!chat\(number)", number, db, &random) }
        try insert("!empty", end: nil, db)
        try db.execute(sql: "INSERT INTO gaps VALUES ('!empty', 0, 'all of it')")
    }

    private func fill(_ chatID: String, _ number: Int, _ db: Database, _ random: inout SeededGenerator) throws {
        var position = Int64.random(in: -3_000...3_000, using: &random)
        if number == 1 { position -= 5 << 40 }
        var positions: [Int64] = []
        for index in 0..<messages {
            if random.chance(in: 6) { try gap(chatID, position, "before \(index)", db) }
            try message(chatID, position, "$\(chatID)-\(index)", db, &random)
            positions.append(position)
            position += 1
            guard random.chance(in: 5) else { continue }
            // The next chunk, the middle of a gap, or a position beside a removed message.
            position += [1 << 40, 1 << 39, 7 << 40, 2, 1 << 25].randomElement(using: &random) ?? 1
            if random.chance(in: 3) { try gap(chatID, position - 1, "nowhere \(index)", db) }
        }
        if random.chance(in: 2) { try gap(chatID, position + (1 << 40), "end", db) }
        // A chat whose row is missing has messages nevertheless.
        guard number != 2 else { return }
        try insert(chatID, end: positions.randomElement(using: &random), db)
    }

    private func gap(_ chatID: String, _ position: Int64, _ token: String, _ db: Database) throws {
        try db.execute(sql: "REPLACE INTO gaps VALUES (?, ?, ?)", arguments: [chatID, position, token])
    }

    private func insert(_ chatID: String, end: Int64?, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO chats (id, membership, joined_count, invited_count, is_encrypted, notification_count,
                    highlight_count, last_activity, last_position, is_direct_invitation)
                VALUES (?, 'joined', 2, 0, 0, 0, 0, 1, ?, 0)
                """, arguments: [chatID, end])
    }

    private func message(
        _ chatID: String, _ position: Int64, _ eventID: String, _ db: Database, _ random: inout SeededGenerator
    ) throws {
        let optional = [
            "formatted_body", "subject_id", "subject_name", "subject_change", "reply_to", "edit_id", "transaction_id",
            "mentions", "removal_id", "removed_by", "removed_at", "removal_reason", "event_type",
        ].filter { _ in random.chance(in: 4) }
        let values: [(any DatabaseValueConvertible)?] =
            [
                chatID, position, eventID, "@p\(Int.random(in: 0...3, using: &random)):x", position / 3,
                ["text", "relation", "picture", "joined", "odd"].randomElement(using: &random) ?? "text",
                "words \(eventID)", Int.random(in: 0...1, using: &random), #"{"body":"\#(eventID)"}"#,
            ]
            + optional.map { name -> (any DatabaseValueConvertible)? in
                if name == "removed_at" { return 7 }
                return "\(name) of \(eventID)"
            }
        let names =
            ["chat_id", "position", "event_id", "sender", "timestamp", "kind", "body", "is_removed", "source"]
            + optional
        try db.execute(
            sql: """
                INSERT INTO messages (\(names.joined(separator: ", ")))
                VALUES (\(databaseQuestionMarks(count: names.count)))
                """, arguments: .whole(values))
    }
}
