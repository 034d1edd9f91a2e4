import GRDB

/// Migration 15: totals of an account's account data, so that checking its limits reads a row.
enum AccountDataTotals {
    /// The room `*` stands for all rooms and for data that belongs to none.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE account_data_totals (
                    user_id TEXT NOT NULL, room_id TEXT NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL,
                    PRIMARY KEY (user_id, room_id)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO account_data_totals (user_id, room_id, entries, bytes)
                SELECT user_id, room_id, count(*), sum(length(CAST(content AS BLOB)) + length(CAST(type AS BLOB)))
                FROM account_data GROUP BY user_id, room_id;
                INSERT INTO account_data_totals (user_id, room_id, entries, bytes)
                SELECT user_id, '*', sum(entries), sum(bytes) FROM account_data_totals GROUP BY user_id;
                """)
    }
}
