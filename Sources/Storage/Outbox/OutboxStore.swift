package import Conversations
import GRDB

/// The lines that people sent and that no timeline shows yet, in order of acceptance.
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
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([chatID])).map(OutboxLine.init)
        }
    }

    /// `nil` where it was withdrawn, or the timeline shows it.
    nonisolated(nonsending) package func line(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.readAside { try Self.line($0, id: id) }
    }

    /// What became of a line so far, `nil` where it was withdrawn.
    package func story(lineID: String) throws(StorageError) -> LineStory? {
        try access.read { try LineStoryWriter(db: $0).story(lineID: lineID) }
    }

    /// Returns once the line is on the disk for good, and with it gone what was drafted in the chat: never both, never
    /// neither. A line that was accepted before stays as it is. A change of a line that has its event by now comes back as
    /// one of the event.
    ///
    /// - Parameters:
    ///   - clearsDraft: whether the line is what the draft became.
    ///   - threadID: the thread whose draft that was; `nil` for the chat's own.
    @discardableResult
    nonisolated(nonsending) package func accept(
        _ line: OutboxLine, clearsDraft: Bool = true, threadID: String? = nil
    ) async throws(StorageError) -> OutboxLine {
        // Whatever comes of it: where it is not kept, its file is of no use.
        defer { files.settled(line.id) }
        return try await access.write { db in
            var line = line
            let stories = LineStoryWriter(db: db)
            if case .line(let id) = line.purpose.target, let eventID = try stories.eventID(ofLine: id) {
                line.purpose = line.purpose.aimed(at: .event(eventID))
            }
            try db.execute(
                sql: """
                    INSERT INTO outbox (\(OutboxLine.columns)) VALUES (\(databaseQuestionMarks(count: 20)))
                    ON CONFLICT (id) DO NOTHING
                    """, arguments: try line.arguments)
            try stories.begin(line)
            if clearsDraft {
                let place = Draft.place(chatID: line.chatID, threadID: threadID)
                try db.execute(sql: "DELETE FROM drafts WHERE chat_id = ?", arguments: .whole([place]))
            }
            return line
        }
    }

    /// Notes that a request with the line is about to begin; from then on it can't be withdrawn.
    ///
    /// A line that its encrypted chat would get in clear stays here until it is sealed, and so does one whose chat is not known yet.
    ///
    /// - Parameters:
    ///   - deviceID: of the session that asks.
    ///   - now: milliseconds since 1970.
    nonisolated(nonsending) package func leave(
        id: String, deviceID: String, now: Int64
    ) async throws(StorageError) -> OutboxDeparture {
        try await access.write { db in
            guard let line = try Self.line(db, id: id), line.state == .queued else { return .isGone }
            let hindrance = try Self.hindrance(db, to: line)
            guard Self.upload(of: line, hindrance) == .nothing else { return .needsUpload }
            if let hindrance {
                if !line.mayHaveLeft { try Self.setHere(db, id: id) }
                return hindrance
            }
            if line.mayHaveLeft, try !Self.isRemembered(db, id: id, deviceID: deviceID, now: now) { return .mayBeThere }
            try db.execute(
                sql: "UPDATE outbox SET may_have_left = 1, left_device = ?, left_at = ? WHERE id = ?",
                arguments: .whole([deviceID, now, id]))
            try LineStoryWriter(db: db).left(id: id)
            return .leaves(line)
        }
    }

    /// The line, where an earlier try encrypted it and nothing keeps it here.
    nonisolated(nonsending) package func sealedLine(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.readAside { db in
            guard let line = try Self.line(db, id: id), line.state == .queued, line.sealed != nil,
                try Self.hindrance(db, to: line) == nil
            else { return nil }
            return line
        }
    }

    /// Whether nothing that was heard since ``leave(id:deviceID:now:)`` keeps the line here: the last look before its words
    /// go out. A line that is encrypted for somebody who left meanwhile stays.
    nonisolated(nonsending) package func mayStillLeave(_ line: OutboxLine) async throws(StorageError) -> Bool {
        try await access.readAside { db in
            guard try Self.hindrance(db, to: line) == nil else { return false }
            return try line.sealed == nil || !Self.hasOtherReaders(db, chatID: line.chatID)
        }
    }

    /// Whether somebody may have left who has the key of the session that writes to a chat, or nobody knows who is in it.
    private static func hasOtherReaders(_ db: Database, chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM sending_keys WHERE chat_id = ?1 AND is_over)
                OR EXISTS (SELECT 1 FROM encrypted_chats WHERE chat_id = ?1 AND NOT has_all_members)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])) ?? false
    }

    /// For how long a server knows a transaction identifier, in milliseconds: Synapse for a day, and an hour less is on the safe
    /// side.
    private static let memory: Int64 = 23 * 3_600_000

    /// Whether the server of the last request still knows the line by its transaction identifier. Where a line left before
    /// this was noted, nobody can tell, and it goes again as it did then.
    private static func isRemembered(_ db: Database, id: String, deviceID: String, now: Int64) throws -> Bool {
        let sql = "SELECT left_device, left_at FROM outbox WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: .whole([id])), let device: String = row[0],
            let time: Int64 = row[1]
        else { return true }
        return device == deviceID && abs(now - time) < memory
    }

    /// Takes ``leave(id:)`` back: no byte of the line's only request came anywhere.
    nonisolated(nonsending) package func didNotLeave(id: String) async throws(StorageError) {
        try await access.write { try Self.setHere($0, id: id) }
    }

    /// Answers with the line as it is now, or `nil` where it is no more: it was withdrawn, or its event had come before
    /// the server's answer and the timeline shows it.
    @discardableResult
    nonisolated(nonsending) package func setState(
        id: String, _ state: OutboxLine.State
    ) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try db.execute(
                sql: "UPDATE outbox SET state = ?, detail = ? WHERE id = ?",
                arguments: .whole([state.name, state.detail?.storable, id]))
            switch state {
            case .sent(let eventID):
                try LineStoryWriter(db: db).answered(id: id, eventID: eventID)
                try db.execute(
                    sql: """
                        DELETE FROM outbox WHERE id = ? AND EXISTS (
                            SELECT 1 FROM messages
                            WHERE chat_key = \(MessagePlace.key(of: "outbox.chat_id")) AND event_id = ?
                                AND encryption IS NOT ?)
                        """,
                    // Words that nobody can read in the timeline stay here.
                    arguments: .whole([id, eventID, MessageEncryption.sealed(.isReplay, sessionID: nil).stored]))
            case .failed(let reason):
                // Whoever refuses it does not have it: the transaction identifier would have brought its event.
                try Self.setHere(db, id: id)
                try LineStoryWriter(db: db).refused(id: id, reason: reason)
            case .queued:
                break
            }
            return try Self.line(db, id: id)
        }
    }

    /// Takes a line away that nobody can have got, and with it the changes of it that wait for it.
    ///
    /// - Returns: what was taken away; nothing where the line may have left or is gone.
    nonisolated(nonsending) package func withdraw(id: String) async throws(StorageError) -> [String] {
        try await access.write { db in
            let withdrawn = try String.fetchAll(
                db, sql: "DELETE FROM outbox WHERE id = ? AND \(Self.isHereCondition) RETURNING id",
                arguments: .whole([id]))
            guard !withdrawn.isEmpty else { return [] }
            let changes = try String.fetchAll(
                db, sql: "DELETE FROM outbox WHERE target_line_id = ? RETURNING id", arguments: .whole([id]))
            for id in withdrawn + changes { try LineStoryWriter(db: db).end(id: id) }
            return withdrawn + changes
        }
    }

    /// Puts other words into a line that nobody can have got; one that was refused is queued again.
    ///
    /// - Returns: the line as it is now, `nil` where it may have left or is gone.
    nonisolated(nonsending) package func rewrite(
        id: String, body: String, formattedBody: String?, content: String
    ) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET body = ?, formatted_body = ?, content = ?, sealed = NULL, state = 'queued',
                        detail = NULL
                    WHERE id = ? AND file_size IS NULL AND \(Self.isHereCondition)
                    """, arguments: .whole([body.storable, formattedBody?.storable, content, id]))
            return db.changesCount > 0 ? try Self.line(db, id: id) : nil
        }
    }

    /// Queues a line again that was refused, under the same transaction identifier.
    ///
    /// - Returns: the line as it is now, `nil` where it was not refused or is gone.
    nonisolated(nonsending) package func retry(id: String) async throws(StorageError) -> OutboxLine? {
        try await access.write { db in
            try Self.queueAgain(db, id: id)
        }
    }

    /// A person takes people as they were shown. Lines that were refused for that alone are queued again, in their order.
    ///
    /// - Returns: these lines as they are now.
    nonisolated(nonsending) package func accept(
        _ people: [ChangedIdentity]
    ) async throws(StorageError) -> [OutboxLine] {
        try await access.write { db in
            let answer = IdentityAnswer(db: db)
            try answer.accept(people)
            return try Self.lines(db).compactMap { line in
                guard case .failed(.identityChanged(let userIDs)) = line.state, try !answer.isOwed(for: userIDs)
                else { return nil }
                return try Self.queueAgain(db, id: line.id)
            }
        }
    }

    /// Queues the lines of a chat again that were refused because the server shows no encryption of it.
    ///
    /// - Parameter isDecided: whether a person wants them to be sent, encrypted, although the server shows none.
    /// - Returns: these lines as they are now.
    nonisolated(nonsending) package func retryLinesWithoutEncryption(
        chatID: String, isDecided: Bool
    ) async throws(StorageError) -> [OutboxLine] {
        try await access.write { db in
            if isDecided {
                let sql = "UPDATE encrypted_chats SET settings = ifnull(settings, '{}') WHERE chat_id = ?"
                try db.execute(sql: sql, arguments: .whole([chatID]))
            }
            return try Self.lines(db).compactMap { line in
                guard line.chatID == chatID, line.state == .failed(reason: .encryptionMissing) else { return nil }
                return try Self.queueAgain(db, id: line.id)
            }
        }
    }

    /// - Returns: the line as it is now, `nil` where it was not refused or is gone.
    private static func queueAgain(_ db: Database, id: String) throws -> OutboxLine? {
        try db.execute(
            sql: "UPDATE outbox SET state = 'queued', detail = NULL WHERE id = ? AND state = 'failed'",
            arguments: .whole([id]))
        return db.changesCount > 0 ? try line(db, id: id) : nil
    }

    /// The line is forgotten, whatever became of it.
    nonisolated(nonsending) package func remove(id: String) async throws(StorageError) {
        try await access.write { db in
            try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: .whole([id]))
        }
    }

    static func lines(_ db: Database) throws -> [OutboxLine] {
        let sql = "SELECT \(OutboxLine.columns) FROM outbox ORDER BY seq"
        return try Row.fetchAll(db.cachedStatement(sql: sql)).map(OutboxLine.init)
    }

    /// Whether nobody but this device can have the line: no request with it began, or the server refused the last one and
    /// no other is unanswered.
    private static let isHereCondition = """
        (state = 'failed' OR (state = 'queued' AND may_have_left = 0))
        """

    /// Why the line can't leave for its chat as this device knows the chat; `nil` where it can.
    static func hindrance(_ db: Database, to line: OutboxLine) throws -> OutboxDeparture? {
        if try SyncStore.isWithoutChats(db) { return .chatIsUnknown }
        let sql = """
            SELECT membership, is_encrypted, EXISTS (SELECT 1 FROM forgotten_chats WHERE chat_id = ?1)
            FROM (SELECT 1) LEFT JOIN chats ON id = ?1
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([line.chatID])) else {
            return .chatIsUnknown
        }
        switch (row[0] as String?).flatMap(ChatMembership.init) {
        case .joined:
            return row[1] && line.purpose.saysSomething && line.sealed == nil ? .wouldGoInClear : nil
        case .left: return .chatIsLeft
        case .invited, .knocked: return .chatIsUnknown
        case nil: return row[2] ? .chatIsLeft : .chatIsUnknown
        }
    }

    /// Nobody but this device has the line. It is sealed anew once it leaves: who may read it then is not who may read it now.
    private static func setHere(_ db: Database, id: String) throws {
        let sql = "UPDATE outbox SET may_have_left = 0, sealed = NULL WHERE id = ?"
        try db.cachedStatement(sql: sql).execute(arguments: .whole([id]))
    }

    static func line(_ db: Database, id: String) throws -> OutboxLine? {
        let sql = "SELECT \(OutboxLine.columns) FROM outbox WHERE id = ?"
        return try Row.fetchOne(db, sql: sql, arguments: .whole([id])).map(OutboxLine.init)
    }
}
