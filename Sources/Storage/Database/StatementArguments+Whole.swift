import GRDB
import Glibc

extension StatementArguments {
    /// Converts values to statement arguments. Migrations and the rescue pass values to
    /// SQLite in this way; all other code of this target uses ``DirectStatement``.
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

extension String {
    /// The text with U+0000 replaced by its visible symbol. SQLite's texts end at that character, so that two
    /// identifiers that differ after it would be equal. An event could then replace another person's event, or stop
    /// the sync.
    var storable: String {
        isStorable ? self : String(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : Character($0) })
    }

    /// Whether it has no U+0000. This is fast, because it runs for every text of a sync.
    var isStorable: Bool {
        let isFree = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) == nil } ?? true
        }
        return isFree ?? !utf8.contains(0)
    }
}
