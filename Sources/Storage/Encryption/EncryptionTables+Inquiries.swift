import Conversations
import Foundation
import GRDB

/// What the account's own devices ask each other for.
extension EncryptionTables {
    /// More requests than this are not kept for an answer.
    private static let mostRequests = 200

    // MARK: What this device asks for

    package func secretInquiry(named name: String) throws -> KeptInquiry? {
        let sql = "SELECT request_id, asked, asked_at FROM secret_inquiries WHERE name = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([name])).map(KeptInquiry.init)
    }

    package func secretInquiryName(requestID: String) throws -> String? {
        let sql = "SELECT name FROM secret_inquiries WHERE request_id = ?"
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([requestID]))
    }

    /// - Parameter inquiry: `nil` once it was answered.
    package func set(_ inquiry: KeptInquiry?, forSecret name: String) throws {
        guard let inquiry else {
            let sql = "DELETE FROM secret_inquiries WHERE name = ?"
            return try db.cachedStatement(sql: sql).execute(arguments: .whole([name]))
        }
        try db.cachedStatement(
            sql: "REPLACE INTO secret_inquiries (name, request_id, asked, asked_at) VALUES (?, ?, ?, ?)"
        ).execute(arguments: .whole([name, inquiry.requestID, inquiry.askedJSON, inquiry.askedAt]))
    }

    /// - Returns: also those whose devices were not asked, with no device in it.
    package func keyInquiry(_ session: RoomSession) throws -> KeptInquiry? {
        let sql = "SELECT request_id, asked, asked_at FROM key_inquiries WHERE chat_id = ? AND session_id = ?"
        return try Row.fetchOne(
            db.cachedStatement(sql: sql), arguments: .whole([session.chatID, session.sessionID])
        ).map(KeptInquiry.init)
    }

    package func set(_ inquiry: KeptInquiry, for session: RoomSession) throws {
        let sql = """
            INSERT INTO key_inquiries (chat_id, session_id, request_id, asked, asked_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (chat_id, session_id) DO UPDATE SET
                request_id = excluded.request_id, asked = excluded.asked, asked_at = excluded.asked_at
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([
                session.chatID, session.sessionID, inquiry.requestID, inquiry.askedJSON, inquiry.askedAt,
            ]))
    }

    /// - Parameter time: milliseconds since 1970, when the backup had no such key.
    package func setAskedBackup(_ session: RoomSession, at time: Int64) throws {
        let sql = """
            INSERT INTO key_inquiries (chat_id, session_id, request_id, asked, asked_at, backup_asked_at)
            VALUES (?1, ?2, '', '{}', 0, ?3)
            ON CONFLICT (chat_id, session_id) DO UPDATE SET backup_asked_at = ?3
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([session.chatID, session.sessionID, time]))
    }

    package func removeKeyInquiry(_ session: RoomSession) throws {
        try db.cachedStatement(sql: "DELETE FROM key_inquiries WHERE chat_id = ? AND session_id = ?")
            .execute(arguments: .whole([session.chatID, session.sessionID]))
    }

    /// Whether events of a session can't be read for lack of a key, or of one that begins earlier.
    ///
    /// - Parameter session: what has its columns, as SQL.
    private static func isWanted(_ session: String) -> String {
        """
        (NOT EXISTS (
            SELECT 1 FROM room_keys WHERE chat_id = \(session).chat_id AND session_id = \(session).session_id)
        OR EXISTS (
            SELECT 1 FROM sealed_events AS early
            JOIN chat_keys ON chat_keys.chat_id = early.chat_id
            JOIN messages ON messages.chat_key = chat_keys.key AND messages.event_id = early.event_id
            WHERE early.chat_id = \(session).chat_id AND early.session_id = \(session).session_id
                AND messages.encryption = '\(MessageEncryption.sealed(.beforeKey, sessionID: nil).stored)'))
        """
    }

    /// Those whose key came, and reads all that is here.
    package func answeredKeyInquiries(limit: Int) throws -> [(session: RoomSession, inquiry: KeptInquiry)] {
        let sql = """
            SELECT request_id, asked, asked_at, chat_id, session_id FROM key_inquiries AS one
            WHERE NOT \(Self.isWanted("one")) LIMIT ?
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([limit])).map {
            (RoomSession(chatID: $0[3], sessionID: $0[4]), KeptInquiry($0))
        }
    }

    /// Sessions of events that can't be read, of which no key is here, or one that begins too late.
    ///
    /// - Parameters:
    ///   - backupSince: those of which the backup was asked since then, milliseconds since 1970, are left out; `nil` leaves out nothing.
    ///   - devices: those that all of these were asked for are left out; `nil` leaves out nothing.
    package func sessionsToAsk(backupSince: Int64?, of devices: [String]?, limit: Int) throws -> [RoomSession] {
        let sql = """
            SELECT DISTINCT one.chat_id, one.session_id FROM sealed_events AS one
            LEFT JOIN key_inquiries AS asked ON asked.chat_id = one.chat_id AND asked.session_id = one.session_id
            WHERE \(Self.isWanted("one")) AND (?1 IS NULL OR ifnull(asked.backup_asked_at, -1) < ?1)
                AND (?2 IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(?2) AS device WHERE NOT EXISTS (
                        SELECT 1 FROM json_each(ifnull(asked.asked, '{}')) AS told WHERE told.key = device.value)))
            LIMIT ?3
            """
        let list = devices.map(IdentifierList.init)
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([backupSince, list, limit])).map {
            RoomSession(chatID: $0[0], sessionID: $0[1])
        }
    }

    // MARK: What others ask for

    /// Keeps a request until it is answered, taken back or too old.
    ///
    /// - Parameter time: milliseconds since 1970.
    package func keep(_ request: DeviceRequest, at time: Int64) throws {
        let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM device_requests")) ?? 0
        guard count < Self.mostRequests else { return }
        let sql = """
            INSERT OR IGNORE INTO device_requests (device_id, request_id, type, content, came_at)
            VALUES (?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([
                request.deviceID.storable, request.requestID.storable, request.type, request.content.storable, time,
            ]))
    }

    package func removeRequest(_ requestID: String, of deviceID: String) throws {
        try db.cachedStatement(sql: "DELETE FROM device_requests WHERE device_id = ? AND request_id = ?")
            .execute(arguments: .whole([deviceID, requestID]))
    }

    /// - Parameter time: those that are older are given up, milliseconds since 1970.
    package func removeRequests(before time: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM device_requests WHERE came_at < ?").execute(arguments: .whole([time]))
    }

    /// In the order in which they came.
    package func requests() throws -> [DeviceRequest] {
        let sql = "SELECT device_id, request_id, type, content FROM device_requests ORDER BY id"
        return try Row.fetchAll(db.cachedStatement(sql: sql)).map {
            DeviceRequest(deviceID: $0[0], requestID: $0[1], type: $0[2], content: $0[3])
        }
    }
}

extension KeptInquiry {
    fileprivate init(_ row: Row) {
        let asked = try? JSONDecoder().decode([String: String].self, from: Data((row[1] as String).utf8))
        self.init(requestID: row[0], asked: asked ?? [:], askedAt: row[2])
    }

    fileprivate var askedJSON: String {
        (try? JSONEncoder().encode(asked)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
