/// One row of wrapped text.
package struct WrappedLine: Hashable, Sendable {
    /// The characters of the text on this row, blanks at its end included, the line break behind it not.
    package let range: Range<Int>
    /// What is drawn of them, as it is read: never wider than was asked for.
    package let text: String
    /// The row ends where a line of the text ends, not where the width does.
    package let endsLine: Bool
    /// How that stands on the screen, where it is not as it is read.
    package let order: RowOrder?
    /// The columns left free before the row.
    package var indent = 0

    package init(range: Range<Int>, text: String, endsLine: Bool, order: RowOrder? = nil) {
        self.range = range
        self.text = text
        self.endsLine = endsLine
        self.order = order
    }

    /// What to draw, its indentation included.
    package var drawn: String {
        order?.text(indent: indent) ?? (indent > 0 ? String(repeating: " ", count: indent) + text : text)
    }

    /// The column of a cursor before a character of the row, or behind the last.
    package func column(of place: Int) -> Int {
        if let order { return indent + order.column(of: place) }
        return indent + TextWidth.columns(String(text.prefix(max(0, place))))
    }

    /// The columns that a character of the row takes.
    package func columns(at place: Int) -> Int {
        text.dropFirst(place).first.map { TextWidth.columns($0) } ?? 0
    }

    /// Which character of the row stands in a column; behind them all it is their number.
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
