import Terminal

/// The rows of the text. Only requested lines are laid out, and each only once as long as it exists.
extension TextEditor {
    func rows(ofLine line: Int) -> [WrappedLine] { lines[line].rows(width: wrapWidth, meter: meter) }

    /// Counts the rows of the text, up to a limit.
    func rowCount(width: Int, atMost limit: Int) -> Int {
        var count = 0
        for line in lines {
            count += line.rows(width: width, meter: meter).count
            if count >= limit { return limit }
        }
        return count
    }

    /// The column of the cursor, and its row within the line.
    var rowPlace: Point {
        let point = TextWrapping.position(of: place.column, in: rows(ofLine: place.line))
        return Point(x: min(point.x, max(1, wrapWidth)), y: point.y)
    }

    /// Returns the row a number of rows further down, or up if negative; `nil` beyond the text.
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
