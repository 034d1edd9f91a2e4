import GRDB

extension StatementArguments {
    /// Values as they are: the one way in which this target hands values to SQLite.
    ///
    /// GRDB binds a text up to its first U+0000, so that two that differ only after it would be one. What people and servers
    /// say passes ``Swift/String/storable`` before; an identifier never has that character.
    ///
    /// - Throws: ``StorageError`` where a text would be cut.
    static func whole(_ values: [(any DatabaseValueConvertible)?]) throws(StorageError) -> StatementArguments {
        for case let text as String in values where !text.isStorable {
            throw .other("a text holds U+0000")
        }
        return StatementArguments(values)
    }
}
