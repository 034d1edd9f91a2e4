import Terminal

extension Canvas {
    /// Draws one line in `width` columns; what doesn't fit ends with `…`.
    @discardableResult
    func drawShortened(_ text: String, at point: Point, style: Style = .plain, width: Int) -> Int {
        let room = min(width, size.width - point.x)
        guard room > 0 else { return 0 }
        guard TextWidth.columns(text) > room else { return draw(text, at: point, style: style, width: room) }
        let used = draw(text, at: point, style: style, width: room - 1)
        return used + draw(Marks.cut, at: Point(x: point.x + used, y: point.y), style: style)
    }

    /// Draws lines under each other in the rows from `y` on; what is left over goes into the last row, which says that it
    /// is cut.
    func drawLines(_ lines: [String], y: Int, rows: Int, style: Style) {
        for (place, line) in lines.prefix(rows).enumerated() {
            let text = place == rows - 1 ? lines[place...].joined(separator: " ") : line
            drawShortened(text, at: Point(x: 1, y: y + place), style: style, width: size.width - 1)
        }
    }

    /// Draws one line that ends before column `right`.
    ///
    /// - Returns: the column where it starts.
    @discardableResult
    func drawRight(_ text: String, right: Int, y: Int, style: Style = .plain, left: Int = 0) -> Int {
        let columns = min(TextWidth.columns(text), max(0, right - left))
        drawShortened(text, at: Point(x: right - columns, y: y), style: style, width: columns)
        return right - columns
    }

    func drawRule(y: Int, from: Int = 0, style: Style) {
        fill(Rectangle(x: from, y: y, width: size.width - from, height: 1), with: Marks.rule, style: style)
    }
}
