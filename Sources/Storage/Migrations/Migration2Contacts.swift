extension Migration {
    /// Adds the contacts of this device and of the account. A deleted contact of the account leaves a row without a
    /// name. It also hides a person who is listed only because of a direct chat.
    static let contacts = Migration(
        version: 2,
        sql: """
            CREATE TABLE local_contacts (
                user_id TEXT NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                note TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE account_contacts (
                user_id TEXT NOT NULL PRIMARY KEY,
                name TEXT,
                note TEXT NOT NULL
            ) WITHOUT ROWID;
            """
    )
}
