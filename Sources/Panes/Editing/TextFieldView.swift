import Terminal
import ViewModels

/// Draws a text editor: wrapped, where it has the rows, or one line that scrolls sideways.
@MainActor
struct TextFieldView {
    let editor: TextEditor
    var placeholder: DisplayText = .empty
    /// Whether a mark is drawn for each character, as of a password.
    var isSecret = false

    func drawLine(on canvas: Canvas, isFocused: Bool) {
        guard canvas.size.width > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let shown = editor.characters.map { isSecret ? "•" : String(Paragraph.displayed($0)) }
        let columns = shown.map { TextWidth.columns($0) }
        var first = 0
        var cursorColumn = columns[..<editor.cursor].reduce(0, +)
        while cursorColumn > canvas.size.width - 1, first < editor.cursor {
            cursorColumn -= columns[first]
            first += 1
        }
        canvas.draw(shown[first...].joined(), at: Point(x: 0, y: 0))
        drawCuts(on: canvas, first: first, columns: columns, cursorColumn: cursorColumn)
        if isFocused { canvas.placeCursor(at: Point(x: cursorColumn, y: 0)) }
    }

    /// What is not in view at either end has a mark in its place, where the cursor isn't.
    private func drawCuts(on canvas: Canvas, first: Int, columns: [Int], cursorColumn: Int) {
        let end = canvas.size.width - 1
        if first > 0, cursorColumn > 0 {
            // A wide character goes as a whole.
            canvas.fill(Rectangle(x: 0, y: 0, width: columns[first], height: 1))
            canvas.draw(Marks.cut, at: Point(x: 0, y: 0))
        }
        guard columns[first...].reduce(0, +) > end + 1, cursorColumn < end else { return }
        canvas.draw(Marks.cut, at: Point(x: end, y: 0))
    }

    /// The editor wraps a column before the canvas ends: the cursor keeps it for itself.
    func drawRows(on canvas: Canvas, from top: TextRow, isFocused: Bool) {
        guard canvas.size.width > 0, canvas.size.height > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let cursor = editor.rowPlace
        var row: TextRow? = top
        for y in 0..<canvas.size.height {
            guard let shown = row else { break }
            canvas.draw(editor.rows(ofLine: shown.line)[shown.row].text, at: Point(x: 0, y: y))
            if isFocused, shown == TextRow(line: editor.place.line, row: cursor.y) {
                canvas.placeCursor(at: Point(x: min(cursor.x, canvas.size.width - 1), y: y))
            }
            row = editor.row(from: shown, by: 1)
        }
    }

    private func drawPlaceholder(on canvas: Canvas) {
        canvas.drawShortened(
            placeholder.string, at: Point(x: 0, y: 0), style: Theme.dim, width: canvas.size.width)
    }
}
