package import Conversations
import GRDB

/// The lines that the user has sent and no timeline shows yet, in the order in which they were accepted.
package final class OutboxStore: Sendable {
    let access: DatabaseAccess
    package let files: OutboxFiles

    init(_ access: DatabaseAccess) {
        self.access = access
        files = OutboxFiles(databasePath: access.path)
    }

    package func all() throws(StorageError) -> [OutboxLine] {
        try access.read(Self.lines)
    }

    package func lines(chatID: String) throws(StorageError) -> [OutboxLine] {
        try access.read { db in
            let sql = "SELECT \(OutboxLine.columns) FROM outbox WHERE chat_id = ? ORDER BY seq"
            return try db.all(sql, [chatID]) { OutboxLine(row: $0) }
        }
    }

    /// Returns a line; `nil` if it was withdrawn or the timeline shows it.
    nonisolated(nonsending) package func line(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.readAside { try Self.line($0, id: id) }
    }

    /// Returns the history of a line; `nil` if it was withdrawn.
    package func story(lineID: String) throws(StorageError) -> LineHistory? {
        try access.read { try LineHistoryWriter(db: $0).story(lineID: lineID) }
    }

    /// Stores a line and deletes the chat's draft in one transaction, and returns when it is on the disk. A line that
    /// was accepted before is unchanged. If the target of a change has an event by now, the returned line refers to
    /// that event.
    ///
    /// - Parameters:
    ///   - clearsDraft: whether the line was made from the draft.
    ///   - threadID: the thread of the draft; `nil` for the chat's own draft.
    @discardableResult
    nonisolated(nonsending) package func accept(
        _ line: OutboxLine, clearsDraft: Bool = true, threadID: String? = nil
    ) async throws(StorageError) -> OutboxLine {
        // Also runs on failure, because the file of a line that is not stored is not needed.
        defer { files.settled(line.id) }
        return try await access.write { db in
            var line = line
            let stories = LineHistoryWriter(db: db)
            if case .line(let id) = line.purpose.target, let eventID = try stories.eventID(ofLine: id) {
                line.purpose = line.purpose.aimed(at: .event(eventID))
            }
            try db.run(
                """
                INSERT INTO outbox (\(OutboxLine.columns)) VALUES (\(databaseQuestionMarks(count: 20)))
                ON CONFLICT (id) DO NOTHING
                """, line.values)
            try stories.begin(line)
            if clearsDraft {
                let place = Draft.place(chatID: line.chatID, threadID: threadID)
                try db.run("DELETE FROM drafts WHERE chat_id = ?", [place])
            }
            return line
        }
    }

    /// Records that an outbox line (a message or change) is about to be sent; it can't be withdrawn afterwards.
    ///
    /// - Parameters:
    ///   - deviceID: the device of the sending session.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: the line, or the reason why it must not be sent now, such as `wouldGoInClear` or `chatIsUnknown`.
    nonisolated(nonsending) package func leave(
        id: String, deviceID: String, now: Int64
    ) async throws(StorageError) -> OutboxPreparation {
        try await access.write { db in
            guard let line = try Self.line(db, id: id), line.state == .queued else { return .isGone }
            let hindrance = try Self.hindrance(db, to: line)
            guard Self.upload(of: line, hindrance) == .nothing else { return .needsUpload }
            if let hindrance {
                if !line.mayHaveLeft { try Self.setHere(db, id: id) }
                return hindrance
            }
            if line.mayHaveLeft, try !Self.isRemembered(db, id: id, deviceID: deviceID, now: now) { return .mayBeThere }
            try db.run(
                "UPDATE outbox SET may_have_left = 1, left_device = ?, left_at = ? WHERE id = ?", [deviceID, now, id])
            try LineHistoryWriter(db: db).left(id: id)
            return .leaves(line)
        }
    }

    /// Returns the line if an earlier attempt encrypted it and nothing prevents sending it.
    nonisolated(nonsending) package func sealedLine(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.readAside { db in
            guard let line = try Self.line(db, id: id), line.state == .queued, line.sealed != nil,
                try Self.hindrance(db, to: line) == nil
            else { return nil }
            return line
        }
    }

    /// Whether the line may still be sent after the changes since ``leave(id:deviceID:now:)``. This is the last check
    /// before sending. A line that is encrypted for somebody who left meanwhile is held back.
    nonisolated(nonsending) package func mayStillLeave(_ line: OutboxLine) async throws(StorageError) -> Bool {
        try await access.readAside { db in
            guard try Self.hindrance(db, to: line) == nil else { return false }
            return try line.sealed == nil || !Self.hasOtherReaders(db, chatID: line.chatID)
        }
    }

    /// Whether a person with the key of the outbound session may have left, or the members are not known.
    private static func hasOtherReaders(_ db: Database, chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM sending_keys WHERE chat_id = ?1 AND is_over)
                OR EXISTS (SELECT 1 FROM encrypted_chats WHERE chat_id = ?1 AND NOT has_all_members)
            """
        return try db.value(sql, [chatID], as: Bool.self) ?? false
    }

    /// The time for which a server knows a transaction identifier, in milliseconds. Synapse keeps it for a day; this
    /// is an hour less for safety.
    private static let memory: Int64 = 23 * 3_600_000

    /// Whether the server still knows the line by its transaction identifier. It returns true for lines that were
    /// sent before this was recorded, so that they are retried as before.
    private static func isRemembered(_ db: Database, id: String, deviceID: String, now: Int64) throws -> Bool {
        let sql = "SELECT left_device, left_at FROM outbox WHERE id = ?"
        let left = try db.first(sql, [id]) { (device: $0[0] as String?, time: $0[1] as Int64?) }
        guard let device = left?.device, let time = left?.time else { return true }
        return device == deviceID && abs(now - time) < memory
    }

    /// Undoes ``leave(id:deviceID:now:)``, because no byte of the line's only request was sent.
    nonisolated(nonsending) package func didNotLeave(id: String) async throws(StorageError) {
        try await access.write { try Self.setHere($0, id: id) }
    }

    /// Returns the line in its new state. Returns `nil` if it was withdrawn, or if the timeline showed its event
    /// before the server responded.
    @discardableResult
    nonisolated(nonsending) package func setState(
        id: String, _ state: OutboxLine.State
    ) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try db.run(
                "UPDATE outbox SET state = ?, detail = ? WHERE id = ?", [state.name, state.detail?.storable, id])
            switch state {
            case .sent(let eventID):
                try LineHistoryWriter(db: db).answered(id: id, eventID: eventID)
                // A line whose echo can't be decrypted stays here.
                try db.run(
                    """
                    DELETE FROM outbox WHERE id = ? AND EXISTS (
                        SELECT 1 FROM messages
                        WHERE chat_key = \(MessageRowID.key(of: "outbox.chat_id")) AND event_id = ?
                            AND encryption IS NOT ?)
                    """, [id, eventID, MessageEncryption.sealed(.isReplay, sessionID: nil).stored])
            case .failed(let reason):
                // A server that refuses it did not accept an earlier request, because it would have returned the
                // event for that transaction identifier.
                try Self.setHere(db, id: id)
                try LineHistoryWriter(db: db).refused(id: id, reason: reason)
            case .queued:
                break
            }
            return try Self.line(db, id: id)
        }
    }

    /// Withdraws a line that was certainly not sent, and the changes that wait for it.
    ///
    /// - Returns: the removed lines; none if the line may have been sent or is gone.
    nonisolated(nonsending) package func withdraw(id: String) async throws(StorageError) -> [String] {
        try await access.write { db in
            let withdrawn = try db.all(
                "DELETE FROM outbox WHERE id = ? AND \(Self.isHereCondition) RETURNING id", [id], as: String.self)
            guard !withdrawn.isEmpty else { return [] }
            let changes = try db.all("DELETE FROM outbox WHERE target_line_id = ? RETURNING id", [id], as: String.self)
            for id in withdrawn + changes { try LineHistoryWriter(db: db).end(id: id) }
            return withdrawn + changes
        }
    }

    /// Changes the text of a line that was certainly not sent; a failed line is queued again.
    ///
    /// - Returns: the changed line; `nil` if it may have been sent or is gone.
    nonisolated(nonsending) package func rewrite(
        id: String, body: String, formattedBody: String?, content: String
    ) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try db.run(
                """
                UPDATE outbox SET body = ?, formatted_body = ?, content = ?, sealed = NULL, state = 'queued',
                    detail = NULL
                WHERE id = ? AND file_size IS NULL AND \(Self.isHereCondition)
                """, [body.storable, formattedBody?.storable, content, id])
            return db.changesCount > 0 ? try Self.line(db, id: id) : nil
        }
    }

    /// Queues a failed line again, with the same transaction identifier.
    ///
    /// - Returns: the changed line; `nil` if it has not failed or is gone.
    nonisolated(nonsending) package func retry(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try Self.queueAgain(db, id: id)
        }
    }

    /// Accepts identities as they were shown to the user. Lines that failed for this reason alone are queued again,
    /// in order.
    ///
    /// - Returns: these lines in their new state.
    nonisolated(nonsending) package func accept(
        _ people: [ChangedIdentity]
    ) async throws(StorageError) -> [OutboxLine] {
        try await access.write { db in
            let answer = IdentityAcceptance(db: db)
            try answer.accept(people)
            return try Self.lines(db).compactMap { line in
                guard case .failed(.identityChanged(let userIDs)) = line.state, try !answer.isOwed(for: userIDs)
                else { return nil }
                return try Self.queueAgain(db, id: line.id)
            }
        }
    }

    /// Queues the lines of a chat again that failed because the server doesn't show its encryption.
    ///
    /// - Parameter isDecided: whether the user wants to send them, encrypted, although the server shows no
    ///   encryption.
    /// - Returns: these lines in their new state.
    nonisolated(nonsending) package func retryLinesWithoutEncryption(
        chatID: String, isDecided: Bool
    ) async throws(StorageError) -> [OutboxLine] {
        try await access.write { db in
            if isDecided {
                let sql = "UPDATE encrypted_chats SET settings = ifnull(settings, '{}') WHERE chat_id = ?"
                try db.run(sql, [chatID])
            }
            return try Self.lines(db).compactMap { line in
                guard line.chatID == chatID, line.state == .failed(reason: .encryptionMissing) else { return nil }
                return try Self.queueAgain(db, id: line.id)
            }
        }
    }

    /// - Returns: the changed line; `nil` if it has not failed or is gone.
    private static func queueAgain(_ db: Database, id: String) throws -> OutboxLine? {
        try db.run("UPDATE outbox SET state = 'queued', detail = NULL WHERE id = ? AND state = 'failed'", [id])
        return db.changesCount > 0 ? try line(db, id: id) : nil
    }

    /// Deletes a line in any state.
    nonisolated(nonsending) package func remove(id: String) async throws(StorageError) {
        try await access.write { db in
            try db.run("DELETE FROM outbox WHERE id = ?", [id])
        }
    }

    static func lines(_ db: Database) throws -> [OutboxLine] {
        let sql = "SELECT \(OutboxLine.columns) FROM outbox ORDER BY seq"
        return try db.all(sql) { OutboxLine(row: $0) }
    }

    /// The SQL condition that the line is certainly not on the server: no request with it has begun, or the server
    /// refused the last request and no other request is pending.
    private static let isHereCondition = """
        (state = 'failed' OR (state = 'queued' AND may_have_left = 0))
        """

    /// Returns the reason why the line can't be sent to its chat, as far as this device knows the chat; `nil` if it
    /// can.
    static func hindrance(_ db: Database, to line: OutboxLine) throws -> OutboxPreparation? {
        if try SyncStore.isWithoutChats(db) { return .chatIsUnknown }
        let sql = """
            SELECT membership, is_encrypted, EXISTS (SELECT 1 FROM forgotten_chats WHERE chat_id = ?1)
            FROM (SELECT 1) LEFT JOIN chats ON id = ?1
            """
        let chat = try db.first(sql, [line.chatID]) { row in
            (membership: row[0] as String?, isEncrypted: row[1] as Bool, isForgotten: row[2] as Bool)
        }
        guard let chat else { return .chatIsUnknown }
        switch chat.membership.flatMap(ChatMembership.init) {
        case .joined:
            return chat.isEncrypted && line.purpose.saysSomething && line.sealed == nil ? .wouldGoInClear : nil
        case .left: return .chatIsLeft
        case .invited, .knocked: return .chatIsUnknown
        case nil: return chat.isForgotten ? .chatIsLeft : .chatIsUnknown
        }
    }

    /// Marks a line as certainly not sent. It discards the encrypted content, because the chat may have other members
    /// when the line is sent.
    private static func setHere(_ db: Database, id: String) throws {
        let sql = "UPDATE outbox SET may_have_left = 0, sealed = NULL WHERE id = ?"
        try db.run(sql, [id])
    }

    static func line(_ db: Database, id: String) throws -> OutboxLine? {
        let sql = "SELECT \(OutboxLine.columns) FROM outbox WHERE id = ?"
        return try db.first(sql, [id]) { OutboxLine(row: $0) }
    }
}
