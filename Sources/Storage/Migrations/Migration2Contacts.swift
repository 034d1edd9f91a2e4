extension Migration {
    /// The address book of this device, and the account's contacts as the homeserver told them. A contact of the account that
    /// was deleted leaves a row without a name, which also hides a person whom a direct chat alone makes a contact.
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
