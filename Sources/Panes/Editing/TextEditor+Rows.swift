import Terminal

/// The rows that the text is drawn in. Only lines that are asked for are laid out, and each once for as long as it stays.
extension TextEditor {
    func rows(ofLine line: Int) -> [WrappedLine] { lines[line].rows(width: wrapWidth, meter: meter) }

    /// How many rows the text takes, counted up to a number.
    func rowCount(width: Int, atMost limit: Int) -> Int {
        var count = 0
        for line in lines {
            count += line.rows(width: width, meter: meter).count
            if count >= limit { return limit }
        }
        return count
    }

    /// The column of the cursor, and the row among those of its line.
    var rowPlace: Point {
        let point = TextWrapping.position(of: place.column, in: rows(ofLine: place.line))
        return Point(x: min(point.x, max(1, wrapWidth)), y: point.y)
    }

    /// The row so many rows after another, or before it, below 0; `nil` beyond the text.
    func row(from start: TextRow, by count: Int) -> TextRow? {
        var row = start
        row.row += count
        while row.row < 0 {
            guard row.line > 0 else { return nil }
            row.line -= 1
            row.row += rows(ofLine: row.line).count
        }
        while row.row >= rows(ofLine: row.line).count {
            row.row -= rows(ofLine: row.line).count
            row.line += 1
            guard row.line < lines.count else { return nil }
        }
        return row
    }
}
