extension String {
    /// The same text with U+0000 as its visible mark. SQLite's text ends at that character, so that two identifiers
    /// that differ only after it would be one: a stranger's event could stand for another's, or stop the sync.
    var storable: String {
        utf8.contains(0) ? String(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : Character($0) }) : self
    }
}
