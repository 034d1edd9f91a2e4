import Glibc

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
