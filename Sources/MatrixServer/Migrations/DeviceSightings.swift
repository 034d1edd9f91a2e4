import GRDB

/// Migration 8: the time at which each device was last seen.
enum DeviceSightings {
    static func create(in database: Database) throws {
        try database.execute(sql: "ALTER TABLE devices ADD COLUMN last_seen_at INTEGER")
    }
}
