/// A row of wrapped text.
package struct WrappedLine: Hashable, Sendable {
    /// The characters of the text on this row. It includes blanks at its end, but not the line break after it.
    package let range: Range<Int>
    /// The drawn part in logical order. It is never wider than requested.
    package let text: String
    /// Whether a line of the text ends here. Otherwise the row was broken at the width.
    package let endsLine: Bool
    /// The visual order if it differs from the logical one.
    package let order: RowOrder?
    /// The number of empty columns before the row.
    package var indent = 0

    package init(range: Range<Int>, text: String, endsLine: Bool, order: RowOrder? = nil) {
        self.range = range
        self.text = text
        self.endsLine = endsLine
        self.order = order
    }

    /// The text to draw, including its indentation.
    package var drawn: String {
        order?.text(indent: indent) ?? (indent > 0 ? String(repeating: " ", count: indent) + text : text)
    }

    /// Returns the column of a cursor before the character of the row at an index, or after the last one.
    package func column(of place: Int) -> Int {
        if let order { return indent + order.column(of: place) }
        return indent + TextWidth.columns(String(text.prefix(max(0, place))))
    }

    /// Returns the number of columns of the character of the row at an index.
    package func columns(at place: Int) -> Int {
        text.dropFirst(place).first.map { TextWidth.columns($0) } ?? 0
    }

    /// Returns the index of the character of the row in a column. After the last character, it is the number of
    /// characters.
    func place(at column: Int) -> Int {
        if let order { return order.place(at: column - indent) }
        var used = indent
        for (place, character) in text.enumerated() {
            used += TextWidth.columns(character)
            if used > column { return place }
        }
        return text.count
    }
}
