import GRDB

/// A search index in use. Its damage is reported separately from that of the profile's database.
struct OpenedSearchFile: Sendable {
    struct IsDamaged: Error {}

    let access: DatabaseAccess

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do throws(StorageError) {
            return try access.read(body)
        } catch .corrupt {
            throw IsDamaged()
        }
    }
}
