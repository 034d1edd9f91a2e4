@_spi(_Unicode) import Swift

extension String {
    /// Whether the text is valid as an identifier: of an event, a user, a room, a type, a state key, a transaction.
    ///
    /// Swift compares texts by canonical equivalence, JSON and SQLite by bytes, and a text bound to SQLite ends at
    /// U+0000. For texts in NFC without U+0000 all three agree, so that no text can be confused with another.
    ///
    /// NOTSPEC: the specification allows identifiers in any normalization.
    package var isSoundIdentifier: Bool {
        var isPlain = true
        for byte in utf8 {
            if byte == 0 { return false }
            if byte >= 0x80 { isPlain = false }
        }
        // Swift's own tables are used, since `==` follows them; Foundation's may be of another Unicode version.
        return isPlain || _nfc.elementsEqual(unicodeScalars)
    }

    /// Whether U+0000 occurs anywhere in the text.
    package var holdsNull: Bool { utf8.contains(0) }
}
