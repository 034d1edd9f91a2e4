import Terminal

extension Canvas {
    /// Draws one line in `width` columns; a longer text ends with `…`.
    @discardableResult
    func drawShortened(_ text: String, at point: Point, style: Style = .plain, width: Int) -> Int {
        let room = min(width, size.width - point.x)
        guard room > 0 else { return 0 }
        guard TextWidth.columns(text) > room else { return draw(text, at: point, style: style, width: room) }
        if let order = RowOrder(line: text, width: room - 1) {
            // The ellipsis is placed where the omitted text would be read.
            let shown = String(text.prefix(order.count)) + Marks.cut
            return draw(shown, at: point, style: style, width: room)
        }
        let used = draw(text, at: point, style: style, width: room - 1)
        return used + draw(Marks.cut, at: Point(x: point.x + used, y: point.y), style: style)
    }

    /// Draws a text from row `y` on, wrapped as by ``TextWrapping/lines(_:width:)``, and one column from the left. If
    /// it needs more rows, its rest is in the last row and is cut off with an ellipsis.
    ///
    /// - Parameter wrapWidth: the width to wrap at in columns; `nil` for all columns but the first.
    func drawLines(of text: String, y: Int, rows: Int, wrapWidth: Int? = nil, style: Style) {
        let width = size.width - 1
        let lines = TextWrapping.aligned(text, width: max(1, wrapWidth ?? width))
        for (place, line) in lines.prefix(rows).enumerated() {
            guard place == rows - 1, lines.count > rows else {
                draw(line.drawn, at: Point(x: 1, y: y + place), style: style, width: width)
                continue
            }
            let rest = String(text.dropFirst(line.range.lowerBound)).replacing("\n", with: " ")
            drawShortened(rest, at: Point(x: 1, y: y + place), style: style, width: width)
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
