import Foundation
import GRDB

/// The accounts of this server, with profile and password.
struct AccountsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func exists(_ user: String) throws -> Bool {
        try database.integer("SELECT 1 FROM accounts WHERE user_id = ?", [user]) != nil
    }

    func insert(_ user: String, password: PasswordHash?, displayName: String?) throws {
        try database.run(
            """
            INSERT INTO accounts (user_id, password_salt, password_key, password_work, display_name, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                user, password.map { Data($0.salt) }, password.map { Data($0.key) }, password?.workFactor,
                displayName, Timestamp.now,
            ])
    }

    func password(of user: String) throws -> PasswordHash? {
        let row = try database.firstRow(
            "SELECT password_salt, password_key, password_work FROM accounts WHERE user_id = ?", [user])
        guard let row, let salt = row[0] as Data?, let key = row[1] as Data?, let work = row[2] as Int? else {
            return nil
        }
        return PasswordHash(salt: Array(salt), key: Array(key), workFactor: work)
    }

    func profile(of user: String) throws -> AccountProfile? {
        try database.firstRow("SELECT display_name, avatar_url FROM accounts WHERE user_id = ?", [user])
            .map { AccountProfile(displayName: $0[0], avatarURL: $0[1]) }
    }

    func setProfile(_ profile: AccountProfile, of user: String) throws {
        try database.run(
            "UPDATE accounts SET display_name = ?, avatar_url = ? WHERE user_id = ?",
            [profile.displayName, profile.avatarURL, user])
    }

    /// Returns accounts whose identifier or display name contains `term`. Exact matches come first, then names that
    /// begin with it, or with a word that does, then the others, each by identifier.
    func search(_ term: String, limit: Int) throws -> [(user: String, profile: AccountProfile)] {
        let escaped = term.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
        return try database.allRows(
            """
            SELECT user_id, display_name, avatar_url FROM accounts
            WHERE user_id LIKE ?1 ESCAPE '\\' OR display_name LIKE ?1 ESCAPE '\\'
            ORDER BY CASE
                WHEN user_id LIKE ?2 ESCAPE '\\' THEN 0
                WHEN user_id LIKE ?3 ESCAPE '\\' OR display_name LIKE ?4 ESCAPE '\\'
                    OR display_name LIKE ?5 ESCAPE '\\' THEN 1
                ELSE 2 END, user_id
            LIMIT ?6
            """, ["%\(escaped)%", "@\(escaped):%", "@\(escaped)%", "\(escaped)%", "% \(escaped)%", limit]
        )
        .map { ($0[0], AccountProfile(displayName: $0[1], avatarURL: $0[2])) }
    }
}
