/// The visual order of a row's characters, if some are right-to-left (UAX #9).
package struct RowOrder: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// The index of the character in logical order.
        package let place: Int
        /// The displayed form of the character at this position.
        package let text: String
        package let columns: Int
    }

    /// The cells from left to right. Characters without columns are left out.
    package let cells: [Cell]
    package let columns: Int
    /// Whether the row is read from right to left.
    package let isRightToLeft: Bool
    /// The first column of each character, in logical order.
    private let starts: [Int]

    /// The number of characters in the row.
    package var count: Int { starts.count }

    /// The characters around text that is already in visual order (LRO, PDF). Text from other people
    /// never contains them.
    static let opening: Unicode.Scalar = "\u{202D}"
    private static let closing: Unicode.Scalar = "\u{202C}"

    init(cells: [Cell], count: Int, isRightToLeft: Bool) {
        self.cells = cells
        self.isRightToLeft = isRightToLeft
        var column = 0
        var starts = [Int](repeating: -1, count: count)
        for cell in cells {
            starts[cell.place] = column
            column += cell.columns
        }
        columns = column
        // A character without columns is at the column of the next character that has one.
        var next = isRightToLeft ? -1 : column
        for place in starts.indices.reversed() {
            if starts[place] < 0 { starts[place] = next }
            next = starts[place]
        }
        self.starts = starts
    }

    /// Orders one line that is cut off at a number of columns.
    ///
    /// - Returns: `nil` if the line is drawn in logical order.
    package init?(line: String, width: Int = .max) {
        guard TextOrder.isNeeded(for: line) else { return nil }
        var room = width
        let shown = line.prefix { character in
            room -= TextWidth.columns(character)
            return room >= 0
        }
        guard let paragraph = OrderedParagraph(Array(shown)[...]) else { return nil }
        self = paragraph.row(0..<shown.count)
    }

    /// Orders a part of a line. The line is ordered as a whole first.
    ///
    /// - Returns: `nil` if the line is drawn in logical order.
    package init?(part: Range<Int>, of line: [Character]) {
        guard TextOrder.isNeeded(for: String(line)), let paragraph = OrderedParagraph(line[...]) else { return nil }
        self = paragraph.row(part)
    }

    /// Returns the text to draw.
    package func text(indent: Int = 0) -> String {
        Self.marked(String(repeating: " ", count: max(0, indent)) + cells.map(\.text).joined())
    }

    /// Marks a text as being in visual order.
    package static func marked(_ text: String) -> String { "\(opening)\(text)\(closing)" }

    /// Returns the cursor's column before the character at an index. After the last one it is just outside the row: -1
    /// if the row is right-to-left, else ``columns``.
    package func column(of place: Int) -> Int {
        if starts.indices.contains(place) { return starts[place] }
        return isRightToLeft ? -1 : columns
    }

    /// Returns the index of the character in a column, in logical order. Outside the row it is 0 at the side where the
    /// text begins, and ``count`` at the side where it ends.
    package func place(at column: Int) -> Int {
        if column < 0 { return isRightToLeft ? starts.count : 0 }
        var end = 0
        for cell in cells {
            end += cell.columns
            if end > column { return cell.place }
        }
        return isRightToLeft ? 0 : starts.count
    }
}
