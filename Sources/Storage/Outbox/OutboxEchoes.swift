import Conversations
import GRDB

/// Removes the outbox lines that a timeline now shows, within a transaction.
struct OutboxEchoes {
    private let db: Database
    /// The chats of the lines, by transaction identifier.
    private var chats: [String: String] = [:]
    /// The sent lines by event identifier.
    private var sent: [String: String] = [:]
    /// Lines that are sent again or failed, because their echoes can't be decrypted.
    private(set) var again: [OutboxLine] = []

    init(db: Database) throws {
        self.db = db
        for line in try OutboxStore.lines(db) {
            chats[line.id] = line.chatID
            if case .sent(let eventID) = line.state { sent[eventID] = line.id }
        }
    }

    /// Returns the transaction identifiers of the removed lines. If the echo of a line can't be decrypted, the line
    /// is sent again as another line, because its text would be lost otherwise.
    mutating func removeEchoes(_ messages: [Message], chatID: String) throws -> [String] {
        guard !chats.isEmpty else { return [] }
        var taken: [String] = []
        for message in messages {
            guard let id = message.transactionID.flatMap({ chats[$0] == nil ? nil : $0 }) ?? sent[message.eventID],
                chats[id] == chatID
            else { continue }
            chats[id] = nil
            if message.isUnreadable {
                guard try sayAgain(id) else { continue }
            } else {
                try db.run("DELETE FROM outbox WHERE id = ?", [id])
                try LineHistoryWriter(db: db).answered(id: id, eventID: message.eventID)
            }
            taken.append(id)
        }
        return taken
    }

    /// The suffix of the identifier of a repeated line. Such a line is not repeated again.
    private static let againSuffix = "~again"

    /// - Returns: whether the line got another identifier; otherwise it stays as failed.
    private mutating func sayAgain(_ id: String) throws -> Bool {
        guard !id.hasSuffix(Self.againSuffix) else {
            let reason = OutboxLineFailureReason.mayBeThere
            try db.run(
                "UPDATE outbox SET state = 'failed', detail = ?, may_have_left = 0, sealed = NULL WHERE id = ?",
                [reason.stored, id])
            if let line = try OutboxStore.line(db, id: id) { again.append(line) }
            return false
        }
        let newID = id + Self.againSuffix
        try db.run(
            """
            UPDATE outbox SET id = ?2, state = 'queued', detail = NULL, may_have_left = 0, sealed = NULL,
                left_device = NULL, left_at = NULL
            WHERE id = ?1
            """, [id, newID])
        try db.run("UPDATE outbox SET target_line_id = ?2 WHERE target_line_id = ?1", [id, newID])
        guard let line = try OutboxStore.line(db, id: newID) else { return true }
        try LineHistoryWriter(db: db).end(id: id)
        try LineHistoryWriter(db: db).begin(line)
        try EncryptionTables(db: db).endSendingKey(chatID: line.chatID)
        again.append(line)
        return true
    }
}

extension Message {
    /// Whether this device encrypted it but can't decrypt it: its index belongs to another event, or it is damaged.
    fileprivate var isUnreadable: Bool {
        switch encryption {
        case .sealed(.isReplay, _), .sealed(.beforeKey, _), .sealed(.malformed, _), .sealed(.otherSender, _): true
        case .sealed, .opened, nil: false
        }
    }
}
