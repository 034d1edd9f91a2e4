import GRDB

/// A search index in use, whose damage is told apart from that of the database beside it.
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
