/// Breaks text into rows: between words if possible, else between characters.
package enum TextWrapping {
    /// Returns the rows as they are drawn, without the blanks at a break. Empty text is one empty row.
    ///
    /// - Parameter width: the width in columns, at least 1.
    package static func lines(_ text: String, width: Int) -> [String] {
        if text.utf8.count <= width, TextWidth.isPrintableASCII(text) { return [text] }
        return aligned(text, width: width).map(\.drawn)
    }

    /// Returns the drawn rows with their characters. Right-to-left rows are aligned at the end of the longest row,
    /// so that the next row is easy to find.
    package static func aligned(_ text: String, width: Int) -> [WrappedLine] {
        var wrapper = LineWrapper(text, width: max(1, width), keepsBlanks: false)
        var lines = wrapper.lines()
        guard lines.count > 1, lines.contains(where: { $0.order?.isRightToLeft == true }) else { return lines }
        let widest = lines.map { $0.order?.columns ?? TextWidth.columns($0.text) }.max() ?? 0
        for (place, line) in lines.enumerated() {
            guard let order = line.order, order.isRightToLeft else { continue }
            lines[place].indent = widest - order.columns
        }
        return lines
    }

    /// Returns the rows with the characters on them, counted in `Array(text)`, for text with a cursor.
    ///
    /// Blanks that don't fit stay at the end of their row and are not drawn. A cursor at the end of a full last row
    /// is in the column `width`, so ask for one column less than available.
    package static func layout(_ text: String, width: Int) -> [WrappedLine] {
        var wrapper = LineWrapper(text, width: max(1, width), keepsBlanks: true)
        return wrapper.lines()
    }

    /// Cuts one line into full rows, including blanks, as is usual for code.
    ///
    /// - Parameter width: the width in columns, at least 1. A wide character doesn't fit into a single column.
    package static func cut(_ line: String, width: Int) -> [String] {
        if line.utf8.count <= width { return [line] }
        var rows = [""]
        var used = 0
        for character in line {
            let columns = TextWidth.columns(character)
            if used + columns > width, used > 0 {
                rows.append("")
                used = 0
            }
            let parts = columns > width ? parts(of: [character], width: width) : [String(character)]
            rows[rows.count - 1] += parts[0]
            rows += parts.dropFirst()
            used = parts.count > 1 ? TextWidth.columns(parts[parts.count - 1]) : used + min(columns, width)
        }
        return rows
    }

    /// Cuts the cells of characters that are wider than a row into rows. A wide letter doesn't fit into
    /// a single column.
    static func parts(of characters: some Sequence<Character>, width: Int) -> [String] {
        var rows = [""]
        var used = 0
        for cell in characters.flatMap(TextWidth.cells) {
            let columns = min(cell.columns, width)
            if used + columns > width {
                rows.append("")
                used = 0
            }
            rows[rows.count - 1] += cell.columns > width ? "?" : cell.text
            used += columns
        }
        return rows
    }

    /// Returns the row and column of a cursor before the character at `offset`.
    package static func position(of offset: Int, in lines: [WrappedLine]) -> Point {
        // The end of a row and the start of the next are the same offset unless a line ends there. The next row wins.
        let row = lines.lastIndex { $0.range.lowerBound <= offset } ?? 0
        guard lines.indices.contains(row) else { return Point(x: 0, y: 0) }
        let line = lines[row]
        // The rest of a syllable that is wider than a row has no range.
        if line.range.isEmpty { return Point(x: line.indent + TextWidth.columns(line.text), y: row) }
        return Point(x: line.column(of: offset - line.range.lowerBound), y: row)
    }

    /// Returns the offset of the character at a cell, or of the row's end if the cell is after it.
    package static func offset(at point: Point, in lines: [WrappedLine]) -> Int {
        guard !lines.isEmpty else { return 0 }
        let row = min(max(0, point.y), lines.count - 1)
        let line = lines[row]
        let place = line.place(at: point.x)
        if place < line.order?.count ?? line.text.count {
            return min(line.range.lowerBound + place, line.range.upperBound)
        }
        // The end of a broken row is the start of the next. The last offset on this row is before its last character.
        return line.endsLine || line.range.isEmpty ? line.range.upperBound : line.range.upperBound - 1
    }
}
