import Conversations
import GRDB

/// Stores the edits, reactions and poll replies of one chat beside its messages, within a transaction. The result
/// doesn't depend on whether the message or its change arrives first.
struct RelationWriter {
    let db: Database
    let chatID: String

    /// Adds events that are new in the timeline.
    ///
    /// - Returns: the events whose displayed state may have changed.
    func add(_ messages: [Message]) throws -> Set<String> {
        var edited: Set<String> = []
        var changed: Set<String> = []
        for message in messages {
            switch message.relation {
            case .edit(let target, let content):
                try add(message, content, to: target)
                edited.insert(target)
                changed.insert(target)
            case .reaction(let target, let key):
                try add(message, key: key, to: target)
                changed.insert(target)
            case .pollAnswer(let target, let answers):
                try add(message, .answers(answers), to: target)
                changed.insert(target)
            case .pollEnd(let target):
                try add(message, .end, to: target)
                changed.insert(target)
            case .redaction, nil:
                continue
            }
        }
        if try hasEdits {
            edited.formUnion(try targets(ofEditsAmong: messages.filter { $0.kind != .relation }.map(\.eventID)))
            try choose(for: edited)
        }
        try forget(targets: messages.filter { $0.isRemoved && $0.kind != .relation }.map(\.eventID))
        return changed
    }

    /// Returns the events that are stored edits.
    func edits(among eventIDs: [String]) throws -> [String] {
        let sql = "SELECT 1 FROM edits WHERE chat_id = ? AND event_id = ?"
        return try eventIDs.filter { try db.value(sql, [chatID, $0], as: Int.self) != nil }
    }

    /// Deletes the edits, reactions and replies that were redacted, and those of redacted messages.
    ///
    /// - Returns: the events that they changed.
    func remove(_ eventIDs: Set<String>) throws -> Set<String> {
        var edited: Set<String> = []
        var others: Set<String> = []
        for eventID in eventIDs {
            edited.formUnion(try targets(ofRemoved: eventID, in: "edits"))
            for table in ["reactions", "poll_replies"] {
                others.formUnion(try targets(ofRemoved: eventID, in: table))
            }
        }
        try choose(for: edited)
        try forget(targets: eventIDs)
        return edited.union(others)
    }

    private func targets(ofRemoved eventID: String, in table: String) throws -> [String] {
        let sql = "DELETE FROM \(table) WHERE chat_id = ? AND event_id = ? RETURNING target_id"
        return try db.all(sql, [chatID, eventID], as: String.self)
    }

    /// Deletes all data about a redacted message, so that no edited content of it stays on this device.
    private func forget(targets: some Collection<String>) throws {
        for target in targets {
            for table in ["edits", "reactions", "poll_replies"] {
                try db.run("DELETE FROM \(table) WHERE chat_id = ? AND target_id = ?", [chatID, target])
            }
        }
    }

    private var hasEdits: Bool {
        get throws {
            let sql = "SELECT EXISTS (SELECT 1 FROM edits WHERE chat_id = ?)"
            return try db.value(sql, [chatID], as: Bool.self) ?? false
        }
    }

    /// Returns the events whose edits arrived before them.
    private func targets(ofEditsAmong eventIDs: [String]) throws -> Set<String> {
        guard !eventIDs.isEmpty else { return [] }
        let sql = """
            SELECT target_id FROM edits WHERE chat_id = ?1 AND target_id IN (SELECT value FROM json_each(?2))
            """
        return try Set(db.all(sql, [chatID, IdentifierList(eventIDs)], as: String.self))
    }

    private func add(_ message: Message, _ content: EditedContent, to target: String) throws {
        let sql = """
            INSERT OR IGNORE INTO edits
                (chat_id, event_id, target_id, sender, timestamp, kind, body, formatted_body, source, mentions,
                is_encrypted, encryption)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE NOT EXISTS (
                SELECT 1 FROM messages WHERE \(Message.isEvent("= ?3")) AND is_removed = 1)
            """
        try db.run(
            sql,
            [
                chatID, message.eventID, target, message.sender, message.timestamp, content.kind.rawValue, content.body,
                content.formattedBody, message.source, content.mentions?.stored,
                message.encryption != nil, message.encryption?.stored,
            ])
    }

    private func add(_ message: Message, key: String, to target: String) throws {
        let sql = """
            INSERT OR IGNORE INTO reactions (chat_id, event_id, target_id, sender, key, timestamp)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (
                SELECT 1 FROM messages WHERE \(Message.isEvent("= ?3")) AND is_removed = 1)
            """
        try db.run(
            sql,
            [
                chatID, message.eventID, target, message.sender, key, message.timestamp,
            ])
    }

    private func add(_ message: Message, _ what: PollReply.Kind, to target: String) throws {
        let sql = """
            INSERT OR IGNORE INTO poll_replies
                (chat_id, event_id, target_id, sender, timestamp, answers, is_encrypted)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (
                SELECT 1 FROM messages WHERE \(Message.isEvent("= ?3")) AND is_removed = 1)
            """
        try db.run(
            sql,
            [
                chatID, message.eventID, target, message.sender, message.timestamp, what.storedAnswers,
                message.encryption != nil,
            ])
    }

    /// Chooses the valid edit: the newest one by the message's sender. If two have the same time, the one with the
    /// greater identifier counts (client-server API, "Applying `m.new_content`"). Unencrypted edits of an encrypted
    /// message are ignored, because a server could have forged them.
    private func choose(for targets: Set<String>) throws {
        let sql = """
            UPDATE messages SET edit_id = (
                SELECT edits.event_id FROM edits
                WHERE edits.chat_id = ?1 AND edits.target_id = ?2 AND edits.sender = messages.sender
                    AND (messages.encryption IS NULL OR edits.is_encrypted = 1)
                ORDER BY edits.timestamp DESC, edits.event_id DESC LIMIT 1)
            WHERE \(Message.isEvent("= ?2")) AND \(Message.isEditableCondition)
            """
        for target in targets { try db.run(sql, [chatID, target]) }
    }
}
