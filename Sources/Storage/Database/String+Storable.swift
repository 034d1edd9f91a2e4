import Glibc

extension String {
    /// The same text with U+0000 as its visible mark. SQLite's text ends at that character, so that two identifiers
    /// that differ only after it would be one: a stranger's event could stand for another's, or stop the sync.
    var storable: String {
        isStorable ? self : String(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : Character($0) })
    }

    /// Whether it is without U+0000. Every text of a sync is asked.
    var isStorable: Bool {
        let isFree = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) == nil } ?? true
        }
        return isFree ?? !utf8.contains(0)
    }
}
