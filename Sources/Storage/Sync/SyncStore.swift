package import Conversations
import GRDB

/// What the sync brings, and the small settings that belong to the account on this device.
package final class SyncStore: Sendable {
    /// The setting that names the chat to open at start.
    package static let lastOpenChatKey = "chat.last-open"
    /// The setting with the names of the commands that were run last, parted by blanks.
    package static let recentCommandsKey = "commands.recent"
    /// What was searched for last, a line each, the last one first.
    package static let recentSearchesKey = "searches.recent"
    /// The spaces whose chats the list shows, by identifier.
    package static let openSpacesKey = "spaces.open"
    /// Set once a person was told that this device is to be confirmed.
    package static let wasToldToConfirmKey = "device.was-told-to-confirm"
    private static let tokenKey = "sync.token"
    /// The account's Matrix ID.
    private static let ownUserIDKey = "account.user-id"
    /// Set where this is not the first database of the account.
    private static let rescuedKey = "database.rescued"
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// The place in the sync from which to go on: the token of the last batch that was applied as a whole.
    package func token() throws(StorageError) -> String? {
        try value(forKey: Self.tokenKey)
    }

    /// The same off the caller's thread.
    nonisolated(nonsending) package func tokenAside() async throws(StorageError) -> String? {
        try await access.readAside { try Self.value(forKey: Self.tokenKey, $0) }
    }

    /// The account's Matrix ID, as SQL; `NULL` before the first sync.
    static let ownUserID = """
        (SELECT value FROM settings WHERE key = '\(ownUserIDKey)')
        """

    static func setOwnUserID(_ userID: String, _ db: Database) throws {
        let userID = userID.storable
        if try value(forKey: ownUserIDKey, db) != userID { try set(userID, forKey: ownUserIDKey, db) }
    }

    static func hasToken(_ db: Database) throws -> Bool { try value(forKey: tokenKey, db) != nil }

    /// Applies a slice as one: all of it, or nothing where it throws. Applied again it changes nothing, and whatever a
    /// later answer to the same request brings, applied after it, ends as if it had been applied alone.
    nonisolated(nonsending) package func apply(_ slice: SyncSlice) async throws(StorageError) -> AppliedSlice {
        try await apply([slice])
    }

    /// Applies several slices, in their order, as one: one commit for all of them, and what they changed as it is after the
    /// last.
    ///
    /// A slice with a token is on the disk when this returns, with all before it. Those without one may be gone with the power,
    /// as the server gives them again to who asks with the last token that is on the disk.
    nonisolated(nonsending) package func apply(_ slices: [SyncSlice]) async throws(StorageError) -> AppliedSlice {
        try await access.write(durable: slices.contains { $0.token != nil } ? .now : .withNext) { db in
            var writer = try SliceWriter(db: db)
            for slice in slices {
                try writer.apply(slice)
                if let token = slice.token { try Self.set(token, forKey: Self.tokenKey, db) }
            }
            return try writer.finish()
        }
    }

    /// The newest activity of all chats, in milliseconds since 1970; `nil` where there is none.
    nonisolated(nonsending) package func newestActivity() async throws(StorageError) -> Int64? {
        try await access.readAside { db in
            try Int64.fetchOne(db, sql: "SELECT max(last_activity) FROM chats WHERE membership <> 'left'")
        }
    }

    package func value(forKey key: String) throws(StorageError) -> String? {
        try access.read { try Self.value(forKey: key, $0) }
    }

    /// The same off the caller's thread.
    nonisolated(nonsending) package func valueAside(forKey key: String) async throws(StorageError) -> String? {
        try await access.readAside { try Self.value(forKey: key, $0) }
    }

    /// `nil` removes the setting.
    nonisolated(nonsending) package func setValue(_ value: String?, forKey key: String) async throws(StorageError) {
        try await access.write { try Self.set(value, forKey: key, $0) }
    }

    /// Nothing is known of any chat any more: the next sync is a first one, and until then ``isWithoutChats(_:)``.
    static func forgetChats(_ db: Database) throws {
        try set(nil, forKey: tokenKey, db)
        try set("yes", forKey: rescuedKey, db)
    }

    static func isWithoutChats(_ db: Database) throws -> Bool {
        try value(forKey: rescuedKey, db) != nil && value(forKey: tokenKey, db) == nil
    }

    static func value(forKey key: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM settings WHERE key = ?"), arguments: .whole([key]))
    }

    private static func set(_ value: String?, forKey key: String, _ db: Database) throws {
        guard let value else {
            try db.execute(sql: "DELETE FROM settings WHERE key = ?", arguments: .whole([key]))
            return
        }
        try db.cachedStatement(sql: "REPLACE INTO settings (key, value) VALUES (?, ?)").execute(
            arguments: .whole([key, value]))
    }
}
