import Conversations
import GRDB

/// Stores the undecrypted events of one chat as received, until their key arrives, within a transaction.
struct UndecryptedEventWriter {
    let db: Database
    let chatID: String

    /// Stores the messages that are not decrypted yet and whose session is known. A key that arrives later may decrypt
    /// them.
    func store(_ messages: [Message]) throws {
        for message in messages {
            guard case .sealed(let reason, let sessionID?) = message.encryption, !message.isRemoved else { continue }
            if reason.isWithoutKey { try noteKey(of: sessionID.storable) }
            try db.run(
                """
                INSERT OR IGNORE INTO sealed_events (chat_id, event_id, session_id, source) VALUES (?, ?, ?, ?)
                """, [chatID, message.eventID, sessionID.storable, message.source])
        }
    }

    /// Marks the session for decryption if its key arrived after the events were processed.
    private func noteKey(of sessionID: String) throws {
        let sql = """
            INSERT OR IGNORE INTO arrived_keys (chat_id, session_id) SELECT ?1, ?2 WHERE EXISTS (
                SELECT 1 FROM room_keys WHERE chat_id = ?1 AND session_id = ?2)
            """
        try db.run(sql, [chatID, sessionID])
    }

    func forget(_ eventID: String) throws {
        try db.run("DELETE FROM sealed_events WHERE chat_id = ? AND event_id = ?", [chatID, eventID])
    }

    /// Replaces stored events by their decrypted content.
    ///
    /// - Returns: the changed events, and whether any of them is no longer a message for the chat list.
    func open(_ messages: [Message]) throws -> (changed: [Message], isSaidLess: Bool) {
        let sql = """
            UPDATE messages SET kind = ?3, body = ?4, formatted_body = ?5, reply_to = ?6, mentions = ?7, event_type = ?8,
                source = ?9, encryption = ?10
            WHERE \(Message.isEvent("= ?2")) AND is_removed = 0 AND encryption IS NOT ?10
            """
        var changed: [Message] = []
        for message in messages {
            try db.run(
                sql,
                [
                    chatID, message.eventID, message.kind.rawValue, message.body, message.formattedBody,
                    message.replyTo, message.mentions?.stored, message.eventType,
                    message.kind == .relation ? "{}" : message.source, message.encryption?.stored,
                ])
            if db.changesCount > 0 { changed.append(message) }
            if case .opened = message.encryption { try forget(message.eventID) }
        }
        return (changed, changed.contains { !$0.isSaid })
    }
}

extension DecryptionFailureReason {
    /// Whether no key of its session was here.
    fileprivate var isWithoutKey: Bool {
        switch self {
        case .awaitsKey, .withheld: true
        case .beforeKey, .isReplay, .otherSender, .malformed, .unknownAlgorithm, .withoutKeys: false
        }
    }
}
