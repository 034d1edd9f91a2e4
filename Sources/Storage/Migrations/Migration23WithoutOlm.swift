extension Migration {
    /// Devices that were told that nothing can be agreed on with them, until something is; by their identity keys.
    static let withoutOlm = Migration(
        version: 23,
        sql: "CREATE TABLE devices_without_olm (peer_key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}
