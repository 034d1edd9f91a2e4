extension Migration {
    /// Adds the devices that were told that no session can be created with them, by identity key. They are kept until
    /// a session is created.
    static let withoutOlm = Migration(
        version: 23,
        sql: "CREATE TABLE devices_without_olm (peer_key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}
