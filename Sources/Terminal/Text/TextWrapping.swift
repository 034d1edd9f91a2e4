/// Breaks text into rows: between words where it can, else between characters.
package enum TextWrapping {
    /// The rows as they are drawn, without the blanks where a row was broken. Empty text is one empty row.
    ///
    /// - Parameter width: in columns, at least 1.
    package static func lines(_ text: String, width: Int) -> [String] {
        if text.utf8.count <= width, TextWidth.isPrintableASCII(text) { return [text] }
        return layout(text, width: width).map { line in
            guard !line.endsLine else { return line.text }
            var text = line.text
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// The rows with the characters on them, counted in `Array(text)`, for text with a cursor in it.
    ///
    /// Blanks that don't fit hang at the end of their row, undrawn. A cursor at the end of a full last row stands in the
    /// column `width`: ask for a column less than there is.
    package static func layout(_ text: String, width: Int) -> [WrappedLine] {
        var wrapper = LineWrapper(characters: Array(text), width: max(1, width))
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
            rows[rows.count - 1].append(columns > width ? "?" : character)
            used += min(columns, width)
        }
        return rows
    }

    /// The row and column of a cursor before the character at `offset`.
    package static func position(of offset: Int, in lines: [WrappedLine]) -> Point {
        // Where one row ends the next begins, if a line does not end there: then it is the next that counts.
        let row = lines.lastIndex { $0.range.lowerBound <= offset } ?? 0
        guard lines.indices.contains(row) else { return Point(x: 0, y: 0) }
        let line = lines[row]
        let prefix = line.text.prefix(max(0, offset - line.range.lowerBound))
        return Point(x: TextWidth.columns(String(prefix)), y: row)
    }

    /// The offset of the character at a cell, or of the row's end where the cell lies behind it.
    package static func offset(at point: Point, in lines: [WrappedLine]) -> Int {
        guard !lines.isEmpty else { return 0 }
        let row = min(max(0, point.y), lines.count - 1)
        let line = lines[row]
        var used = 0
        for (index, character) in line.text.enumerated() {
            used += TextWidth.columns(character)
            if used > point.x { return line.range.lowerBound + index }
        }
        // The end of a row that goes on is the start of the next: the last place on this row is before its last character.
        return line.endsLine || line.range.isEmpty ? line.range.upperBound : line.range.upperBound - 1
    }
}
