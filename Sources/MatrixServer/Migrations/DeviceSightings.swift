import GRDB

/// Migration 8: when each device was last there.
enum DeviceSightings {
    static func create(in database: Database) throws {
        try database.execute(sql: "ALTER TABLE devices ADD COLUMN last_seen_at INTEGER")
    }
}
