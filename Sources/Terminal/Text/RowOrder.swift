/// How the characters of a row stand on the screen, where some are read from right to left (UAX #9).
package struct RowOrder: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
        /// Which character of the row it is, in the order of reading.
        package let place: Int
        /// The shape that it has there.
        package let text: String
        package let columns: Int
    }

    /// From left to right; what has no columns is left out.
    package let cells: [Cell]
    package let columns: Int
    /// The row is read from its right end on.
    package let isRightToLeft: Bool
    /// The first column of each character, in the order of reading.
    private let starts: [Int]

    /// How many characters the row has.
    package var count: Int { starts.count }

    /// Begins and ends text that is drawn as it stands (LRO, PDF). No text of others has them.
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
        // What has no column stands where the next does that has one.
        var next = isRightToLeft ? -1 : column
        for place in starts.indices.reversed() {
            if starts[place] < 0 { starts[place] = next }
            next = starts[place]
        }
        self.starts = starts
    }

    /// One line as it is drawn into so many columns, what has no room at its end left out.
    ///
    /// - Returns: `nil` where it is drawn as it is read.
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

    /// A part of a line, which is ordered as a whole.
    ///
    /// - Returns: `nil` where it is drawn as it is read.
    package init?(part: Range<Int>, of line: [Character]) {
        guard TextOrder.isNeeded(for: String(line)), let paragraph = OrderedParagraph(line[...]) else { return nil }
        self = paragraph.row(part)
    }

    /// What to draw.
    package func text(indent: Int = 0) -> String {
        Self.marked(String(repeating: " ", count: max(0, indent)) + cells.map(\.text).joined())
    }

    /// Text that stands as it is drawn.
    package static func marked(_ text: String) -> String { "\(opening)\(text)\(closing)" }

    /// The column of a cursor before a character; behind the last it is beside the end of the row, which may be -1.
    package func column(of place: Int) -> Int {
        if starts.indices.contains(place) { return starts[place] }
        return isRightToLeft ? -1 : columns
    }

    /// Which character stands in a column; beside the end of the row it is their number.
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
