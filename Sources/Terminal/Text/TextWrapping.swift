/// Breaks text into rows: between words where it can, else between characters.
package enum TextWrapping {
    /// The rows as they are drawn, without the blanks where a row was broken. Empty text is one empty row.
    ///
    /// - Parameter width: in columns, at least 1.
    package static func lines(_ text: String, width: Int) -> [String] {
        if text.utf8.count <= width, TextWidth.isPrintableASCII(text) { return [text] }
        return aligned(text, width: width).map(\.drawn)
    }

    /// The rows as they are drawn, with the characters on them. Rows that are read from right to left begin where the longest
    /// row ends, so that the eye finds the next of them.
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

    /// The rows with the characters on them, counted in `Array(text)`, for text with a cursor in it.
    ///
    /// Blanks that don't fit hang at the end of their row, undrawn. A cursor at the end of a full last row stands in the
    /// column `width`: ask for a column less than there is.
    package static func layout(_ text: String, width: Int) -> [WrappedLine] {
        var wrapper = LineWrapper(text, width: max(1, width), keepsBlanks: true)
        return wrapper.lines()
    }

    /// One line of text in rows that are cut wherever they are full, blanks and all, as fits code.
    ///
    /// - Parameter width: in columns, at least 1; a wide character has no place in a row of one.
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

    /// The cells of characters that no row has room for, in rows. A wide letter has no place in a row of one column.
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

    /// The row and column of a cursor before the character at `offset`.
    package static func position(of offset: Int, in lines: [WrappedLine]) -> Point {
        // Where one row ends the next begins, if a line does not end there: then it is the next that counts.
        let row = lines.lastIndex { $0.range.lowerBound <= offset } ?? 0
        guard lines.indices.contains(row) else { return Point(x: 0, y: 0) }
        let line = lines[row]
        // The rest of a syllable that is wider than a row.
        if line.range.isEmpty { return Point(x: line.indent + TextWidth.columns(line.text), y: row) }
        return Point(x: line.column(of: offset - line.range.lowerBound), y: row)
    }

    /// The offset of the character at a cell, or of the row's end where the cell lies behind it.
    package static func offset(at point: Point, in lines: [WrappedLine]) -> Int {
        guard !lines.isEmpty else { return 0 }
        let row = min(max(0, point.y), lines.count - 1)
        let line = lines[row]
        let place = line.place(at: point.x)
        if place < line.order?.count ?? line.text.count {
            return min(line.range.lowerBound + place, line.range.upperBound)
        }
        // The end of a row that goes on is the start of the next: the last place on this row is before its last character.
        return line.endsLine || line.range.isEmpty ? line.range.upperBound : line.range.upperBound - 1
    }
}
