import GRDB

extension StatementArguments {
    /// Converts values to statement arguments. This target passes values to SQLite only in this way.
    ///
    /// GRDB binds a text only up to its first U+0000, so that two texts that differ after it would be equal. Texts
    /// from people and servers pass ``Swift/String/storable`` before; an identifier never has that character.
    ///
    /// - Throws: ``StorageError`` if a text would be cut.
    static func whole(_ values: [(any DatabaseValueConvertible)?]) throws(StorageError) -> StatementArguments {
        for case let text as String in values where !text.isStorable {
            throw .other("a text holds U+0000")
        }
        return StatementArguments(values)
    }
}
