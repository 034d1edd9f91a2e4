import Terminal
import ViewModels

/// Draws a text editor: wrapped, or as one line that scrolls sideways.
@MainActor
struct TextFieldView {
    let editor: TextEditor
    var placeholder: DisplayText = .empty
    /// Whether characters are masked, as in a password.
    var isSecret = false
    /// Returns the underlined ranges of a line.
    var marked: @MainActor (Int) -> [Range<Int>] = { _ in [] }

    func drawLine(on canvas: Canvas, isFocused: Bool) {
        guard canvas.size.width > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let shown = shown
        let columns = shown.map { TextWidth.columns($0) }
        let (first, cursorColumn) = view(of: columns, width: canvas.size.width)
        if let ordered = ordered(columns: columns, width: canvas.size.width) {
            return drawOrdered(ordered, on: canvas, isFocused: isFocused)
        }
        canvas.draw(String(shown[first...]), at: Point(x: 0, y: 0))
        drawCuts(on: canvas, first: first, columns: columns, cursorColumn: cursorColumn)
        if isFocused { canvas.placeCursor(at: Point(x: cursorColumn, y: 0)) }
    }

    /// Returns the index of the character at a column of a single line; the number of characters if the column is
    /// behind the last one.
    func character(at x: Int, width: Int) -> Int {
        let columns = shown.map { TextWidth.columns($0) }
        if let (order, first, start) = ordered(columns: columns, width: width) {
            return first + order.place(at: x - start)
        }
        var place = view(of: columns, width: width).first
        var end = 0
        while place < columns.count {
            end += columns[place]
            if end > x { break }
            place += 1
        }
        return place
    }

    private var shown: [Character] {
        editor.characters.map { isSecret ? "•" : Paragraph.displayed($0) }
    }

    /// The visible part of a line with right-to-left text, its first character, and the column where it is drawn. A
    /// right-to-left line is aligned right.
    private func ordered(columns: [Int], width: Int) -> (order: RowOrder, first: Int, start: Int)? {
        guard TextOrder.isNeeded(for: editor.text) else { return nil }
        let first = view(of: columns, width: width).first
        var end = first
        var room = width - 1
        while end < columns.count, columns[end] <= room {
            room -= columns[end]
            end += 1
        }
        return RowOrder(part: first..<end, of: shown).map { order in
            (order, first, order.isRightToLeft ? width - order.columns : 0)
        }
    }

    private func drawOrdered(
        _ ordered: (order: RowOrder, first: Int, start: Int), on canvas: Canvas, isFocused: Bool
    ) {
        let (order, first, start) = ordered
        let width = canvas.size.width
        let cursor = start + order.column(of: editor.cursor - first)
        canvas.draw(order.text(), at: Point(x: start, y: 0))
        let (head, tail) = order.isRightToLeft ? (width - 1, 0) : (0, width - 1)
        if first > 0, cursor != head { canvas.draw(Marks.cut, at: Point(x: head, y: 0)) }
        if first + order.count < editor.characters.count, cursor != tail {
            canvas.draw(Marks.cut, at: Point(x: tail, y: 0))
        }
        if isFocused { canvas.placeCursor(at: Point(x: cursor, y: 0)) }
    }

    /// Returns the first visible character of a single line, and the column of the cursor.
    private func view(of columns: [Int], width: Int) -> (first: Int, cursorColumn: Int) {
        var first = 0
        var cursorColumn = columns[..<editor.cursor].reduce(0, +)
        while cursorColumn > width - 1, first < editor.cursor {
            cursorColumn -= columns[first]
            first += 1
        }
        return (first, cursorColumn)
    }

    /// Draws a symbol at each end of a line that is cut off, except at the cursor.
    private func drawCuts(on canvas: Canvas, first: Int, columns: [Int], cursorColumn: Int) {
        let end = canvas.size.width - 1
        if first > 0, cursorColumn > 0 {
            // A wide character is removed as a whole.
            canvas.fill(Rectangle(x: 0, y: 0, width: columns[first], height: 1))
            canvas.draw(Marks.cut, at: Point(x: 0, y: 0))
        }
        guard columns[first...].reduce(0, +) > end + 1, cursorColumn < end else { return }
        canvas.draw(Marks.cut, at: Point(x: end, y: 0))
    }

    /// Draws wrapped rows. The editor wraps one column before the end of the canvas, which is reserved for the
    /// cursor.
    func drawRows(on canvas: Canvas, from top: TextRow, isFocused: Bool) {
        guard canvas.size.width > 0, canvas.size.height > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let cursor = editor.rowPlace
        var row: TextRow? = top
        for y in 0..<canvas.size.height {
            guard let shown = row else { break }
            let line = editor.rows(ofLine: shown.line)[shown.row]
            canvas.draw(line.drawn, at: Point(x: 0, y: y))
            underline(marked(shown.line), in: line, y: y, on: canvas)
            if isFocused, shown == TextRow(line: editor.place.line, row: cursor.y) {
                canvas.placeCursor(at: Point(x: min(cursor.x, canvas.size.width - 1), y: y))
            }
            row = editor.row(from: shown, by: 1)
        }
    }

    private func underline(_ ranges: [Range<Int>], in row: WrappedLine, y: Int, on canvas: Canvas) {
        for range in ranges {
            for place in range.clamped(to: row.range) {
                let column = row.column(of: place - row.range.lowerBound)
                canvas.restyle(from: column, y: y, columns: row.columns(at: place - row.range.lowerBound)) {
                    $0.attributes.insert(.underline)
                }
            }
        }
    }

    private func drawPlaceholder(on canvas: Canvas) {
        canvas.drawShortened(
            placeholder.string, at: Point(x: 0, y: 0), style: Theme.dim, width: canvas.size.width)
    }
}
