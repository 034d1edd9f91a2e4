import Conversations
import Foundation
import GRDB

/// The requests between the account's devices.
extension EncryptionTables {
    /// The maximum number of stored requests.
    private static let maxRequests = 200

    // MARK: Requests of this device

    package func secretInquiry(named name: String) throws -> StoredSecretRequest? {
        let sql = "SELECT request_id, asked, asked_at FROM secret_inquiries WHERE name = ?"
        return try db.first(sql, [name]) { StoredSecretRequest(row: $0) }
    }

    package func secretInquiryName(requestID: String) throws -> String? {
        let sql = "SELECT name FROM secret_inquiries WHERE request_id = ?"
        return try db.value(sql, [requestID], as: String.self)
    }

    /// - Parameter inquiry: the request; `nil` after it was answered.
    package func set(_ inquiry: StoredSecretRequest?, forSecret name: String) throws {
        guard let inquiry else {
            let sql = "DELETE FROM secret_inquiries WHERE name = ?"
            return try db.run(sql, [name])
        }
        try db.run(
            "REPLACE INTO secret_inquiries (name, request_id, asked, asked_at) VALUES (?, ?, ?, ?)",
            [name, inquiry.requestID, inquiry.askedJSON, inquiry.askedAt])
    }

    /// Returns the request for a key. It has no devices if only the backup was queried.
    package func keyInquiry(_ session: RoomSession) throws -> StoredSecretRequest? {
        let sql = "SELECT request_id, asked, asked_at FROM key_inquiries WHERE chat_id = ? AND session_id = ?"
        return try db.first(sql, [session.chatID, session.sessionID]) { StoredSecretRequest(row: $0) }
    }

    package func set(_ inquiry: StoredSecretRequest, for session: RoomSession) throws {
        let sql = """
            INSERT INTO key_inquiries (chat_id, session_id, request_id, asked, asked_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (chat_id, session_id) DO UPDATE SET
                request_id = excluded.request_id, asked = excluded.asked, asked_at = excluded.asked_at
            """
        try db.run(
            sql,
            [
                session.chatID, session.sessionID, inquiry.requestID, inquiry.askedJSON, inquiry.askedAt,
            ])
    }

    /// Records that the backup had no such key.
    ///
    /// - Parameter time: the time of the request in milliseconds since 1970.
    package func setAskedBackup(_ session: RoomSession, at time: Int64) throws {
        let sql = """
            INSERT INTO key_inquiries (chat_id, session_id, request_id, asked, asked_at, backup_asked_at)
            VALUES (?1, ?2, '', '{}', 0, ?3)
            ON CONFLICT (chat_id, session_id) DO UPDATE SET backup_asked_at = ?3
            """
        try db.run(sql, [session.chatID, session.sessionID, time])
    }

    package func removeKeyInquiry(_ session: RoomSession) throws {
        try db.run(
            "DELETE FROM key_inquiries WHERE chat_id = ? AND session_id = ?", [session.chatID, session.sessionID])
    }

    /// Returns the SQL condition that a session's key is missing, or begins too late for an event.
    ///
    /// - Parameter session: a table with the session's columns, as SQL.
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

    /// Returns the requests for keys that have arrived and decrypt all stored events.
    package func answeredKeyInquiries(limit: Int) throws -> [(session: RoomSession, inquiry: StoredSecretRequest)] {
        let sql = """
            SELECT request_id, asked, asked_at, chat_id, session_id FROM key_inquiries AS one
            WHERE NOT \(Self.isWanted("one")) LIMIT ?
            """
        return try db.all(sql, [limit]) {
            (RoomSession(chatID: $0[3], sessionID: $0[4]), StoredSecretRequest(row: $0))
        }
    }

    /// Returns sessions with undecrypted events whose key is missing or begins too late.
    ///
    /// - Parameters:
    ///   - backupSince: leaves out sessions for which the backup was queried since this time, in milliseconds since
    ///     1970; `nil` leaves out none.
    ///   - devices: leaves out sessions for which all of these devices received a request; `nil` leaves out none.
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
        return try db.all(sql, [backupSince, list, limit]) {
            RoomSession(chatID: $0[0], sessionID: $0[1])
        }
    }

    // MARK: Requests of other devices

    /// Stores a request until it is answered, canceled or too old.
    ///
    /// - Parameter time: the time of its arrival, in milliseconds since 1970.
    package func store(_ request: DeviceRequest, at time: Int64) throws {
        let count = try db.value("SELECT count(*) FROM device_requests", as: Int.self) ?? 0
        guard count < Self.maxRequests else { return }
        let sql = """
            INSERT OR IGNORE INTO device_requests (device_id, request_id, type, content, came_at)
            VALUES (?, ?, ?, ?, ?)
            """
        try db.run(
            sql,
            [
                request.deviceID.storable, request.requestID.storable, request.type, request.content.storable, time,
            ])
    }

    package func removeRequest(_ requestID: String, of deviceID: String) throws {
        try db.run("DELETE FROM device_requests WHERE device_id = ? AND request_id = ?", [deviceID, requestID])
    }

    /// Removes old requests.
    ///
    /// - Parameter time: removes requests that arrived before it, in milliseconds since 1970.
    package func removeRequests(before time: Int64) throws {
        try db.run("DELETE FROM device_requests WHERE came_at < ?", [time])
    }

    /// Returns the requests in the order in which they arrived.
    package func requests() throws -> [DeviceRequest] {
        let sql = "SELECT device_id, request_id, type, content FROM device_requests ORDER BY id"
        return try db.all(sql) {
            DeviceRequest(deviceID: $0[0], requestID: $0[1], type: $0[2], content: $0[3])
        }
    }
}

extension StoredSecretRequest {
    fileprivate init(row: ResultRow) {
        let asked = try? JSONDecoder().decode([String: String].self, from: Data((row[1] as String).utf8))
        self.init(requestID: row[0], asked: asked ?? [:], askedAt: row[2])
    }

    fileprivate var askedJSON: String {
        (try? JSONEncoder().encode(asked)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
