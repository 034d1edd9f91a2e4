import GRDB

/// The schema migrations, oldest first. A migration is never edited once released.
enum SchemaMigrations {
    static func migrate(_ pool: DatabasePool, path: String) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 first tables") { try FirstTables.create(in: $0) }
        migrator.registerMigration("2 relation index") { try RelationIndex.create(in: $0) }
        migrator.registerMigration("3 refresh tokens") { try RefreshTokens.create(in: $0) }
        migrator.registerMigration("4 mentions") { try Mentions.create(in: $0) }
        migrator.registerMigration("5 fewer trees") { try FewerTrees.perform(in: $0) }
        migrator.registerMigration("6 encryption keys") { try EncryptionKeys.create(in: $0) }
        migrator.registerMigration("7 key limits") { try KeyLimits.perform(in: $0) }
        migrator.registerMigration("8 device sightings") { try DeviceSightings.create(in: $0) }
        migrator.registerMigration("9 device queues") { try DeviceQueues.perform(in: $0) }
        migrator.registerMigration("10 room directory") { try RoomDirectory.create(in: $0) }
        migrator.registerMigration("11 media") { try MediaTables.create(in: $0) }
        migrator.registerMigration("12 pending media") { try PendingMedia.create(in: $0) }
        migrator.registerMigration("13 relation kinds") { try RelationKinds.create(in: $0) }
        migrator.registerMigration("14 device message senders") { try DeviceMessageSenders.perform(in: $0) }
        migrator.registerMigration("15 account data totals") { try AccountDataTotals.create(in: $0) }
        let isNewer = try pool.read { try migrator.hasBeenSuperseded($0) }
        if isNewer { throw ServerError.databaseNewer(path: path) }
        try migrator.migrate(pool)
    }
}
