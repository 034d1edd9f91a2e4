@_spi(_Unicode) import Swift

extension String {
    /// Whether the text may name something: an event, a person, a room, a type, a key of state, a transaction.
    ///
    /// Swift takes texts for equal that are canonically equivalent, JSON and SQLite those of equal bytes, and what is bound to
    /// SQLite ends at U+0000. Of texts in NFC without U+0000 all three say the same, so that none can stand for another.
    ///
    /// NOTSPEC: the specification allows identifiers in any normalization.
    package var isSoundIdentifier: Bool {
        var isPlain = true
        for byte in utf8 {
            if byte == 0 { return false }
            if byte >= 0x80 { isPlain = false }
        }
        // By Swift's own tables, since they are what == follows; Foundation's may be of another Unicode version.
        return isPlain || _nfc.elementsEqual(unicodeScalars)
    }

    /// Whether U+0000 stands anywhere in the text.
    package var holdsNull: Bool { utf8.contains(0) }
}
