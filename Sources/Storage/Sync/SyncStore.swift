package import Conversations
import GRDB

/// The sync position, and the small settings of the account on this device.
package final class SyncStore: Sendable {
    /// The setting for the chat to open at start.
    package static let lastOpenChatKey = "chat.last-open"
    /// The setting for the names of recent commands, separated by blanks.
    package static let recentCommandsKey = "commands.recent"
    /// The setting for recent searches, one per line, newest first.
    package static let recentSearchesKey = "searches.recent"
    /// The setting for the identifiers of the spaces that are expanded in the list.
    package static let openSpacesKey = "spaces.open"
    /// Set after the user was asked to verify this device.
    package static let wasToldToConfirmKey = "device.was-told-to-confirm"
    private static let tokenKey = "sync.token"
    /// The account's Matrix ID.
    private static let ownUserIDKey = "account.user-id"
    /// Set if this is not the first database of the account.
    private static let rescuedKey = "database.rescued"
    private let access: DatabaseAccess

    init(_ access: DatabaseAccess) {
        self.access = access
    }

    /// Returns the token of the last batch that was completely applied, from which the sync continues.
    package func token() throws(StorageError) -> String? {
        try value(forKey: Self.tokenKey)
    }

    static func token(_ db: Database) throws -> String? { try value(forKey: tokenKey, db) }

    /// Returns the token as ``token()`` does, without blocking the caller's thread.
    nonisolated(nonsending) package func tokenAside() async throws(StorageError) -> String? {
        try await access.readAside { try Self.token($0) }
    }

    /// The account's Matrix ID, as SQL; `NULL` before the first sync.
    static let ownUserID = """
        (SELECT value FROM settings WHERE key = '\(ownUserIDKey)')
        """

    static func setOwnUserID(_ userID: String, _ db: Database) throws {
        let userID = userID.storable
        if try value(forKey: ownUserIDKey, db) != userID { try set(userID, forKey: ownUserIDKey, db) }
    }

    static func hasToken(_ db: Database) throws -> Bool { try token(db) != nil }

    /// Applies a slice atomically: if this throws, nothing changes. Applying it again has no effect. If a later
    /// response to the same request is applied after it, the result is the same as applying only that response.
    nonisolated(nonsending) package func apply(
        _ slice: SyncSlice, recount: UnreadRecount? = nil
    ) async throws(StorageError) -> AppliedSlice {
        try await apply([slice], recount: recount)
    }

    /// Applies several slices in order, in one transaction. The returned changes have the state after the last slice.
    ///
    /// A slice with a token is on the disk when this returns, with all slices before it. Slices without a token may
    /// be lost in a power failure. The server sends them again, because the request uses the last token on the disk.
    ///
    /// - Parameter recount: recounts the unread messages of encrypted chats; `nil` keeps the server's counts.
    nonisolated(nonsending) package func apply(
        _ slices: [SyncSlice], recount: UnreadRecount? = nil
    ) async throws(StorageError) -> AppliedSlice {
        try await access.write(durable: slices.contains { $0.token != nil } ? .now : .withNext) { db in
            var writer = try SliceWriter(db: db)
            for slice in slices {
                try writer.apply(slice)
                if let token = slice.token { try Self.set(token, forKey: Self.tokenKey, db) }
            }
            return try writer.finish(recount: recount)
        }
    }

    /// Returns the newest activity of all chats, in milliseconds since 1970; `nil` if there is none.
    nonisolated(nonsending) package func newestActivity() async throws(StorageError) -> Int64? {
        try await access.readAside { db in
            try db.value("SELECT max(last_activity) FROM chats WHERE membership <> 'left'", as: Int64.self)
        }
    }

    package func value(forKey key: String) throws(StorageError) -> String? {
        try access.read { try Self.value(forKey: key, $0) }
    }

    /// Returns a value as ``value(forKey:)`` does, without blocking the caller's thread.
    nonisolated(nonsending) package func valueAside(forKey key: String) async throws(StorageError) -> String? {
        try await access.readAside { try Self.value(forKey: key, $0) }
    }

    /// Stores a setting; `nil` removes it.
    nonisolated(nonsending) package func setValue(_ value: String?, forKey key: String) async throws(StorageError) {
        try await access.write { try Self.set(value, forKey: key, $0) }
    }

    /// Marks all chats as unknown: the next sync is a first one, and ``isWithoutChats(_:)`` holds until then.
    static func forgetChats(_ db: Database) throws {
        try set(nil, forKey: tokenKey, db)
        try set("yes", forKey: rescuedKey, db)
    }

    static func isWithoutChats(_ db: Database) throws -> Bool {
        try value(forKey: rescuedKey, db) != nil && value(forKey: tokenKey, db) == nil
    }

    static func value(forKey key: String, _ db: Database) throws -> String? {
        try db.value("SELECT value FROM settings WHERE key = ?", [key], as: String.self)
    }

    private static func set(_ value: String?, forKey key: String, _ db: Database) throws {
        guard let value else {
            try db.run("DELETE FROM settings WHERE key = ?", [key])
            return
        }
        try db.run("REPLACE INTO settings (key, value) VALUES (?, ?)", [key, value])
    }
}
