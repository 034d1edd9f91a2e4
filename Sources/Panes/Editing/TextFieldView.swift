import Terminal
import ViewModels

/// Draws a text editor: wrapped, where it has the rows, or one line that scrolls sideways.
@MainActor
struct TextFieldView {
    let editor: TextEditor
    var placeholder: DisplayText = .empty
    /// Whether a mark is drawn for each character, as of a password.
    var isSecret = false

    /// The rows that the text takes; the cursor keeps a column for itself at the end of each.
    static func rowCount(of editor: TextEditor, width: Int) -> Int {
        EditorLayout(editor.characters, width: width - 1).rows.count
    }

    func drawLine(on canvas: Canvas, isFocused: Bool) {
        guard canvas.size.width > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let shown = editor.characters.map { isSecret ? "•" : String(EditorLayout.displayed($0)) }
        let columns = shown.map { TextWidth.columns($0) }
        var first = 0
        var cursorColumn = columns[..<editor.cursor].reduce(0, +)
        while cursorColumn > canvas.size.width - 1, first < editor.cursor {
            cursorColumn -= columns[first]
            first += 1
        }
        canvas.draw(shown[first...].joined(), at: Point(x: 0, y: 0))
        if isFocused { canvas.placeCursor(at: Point(x: cursorColumn, y: 0)) }
    }

    func drawRows(on canvas: Canvas, isFocused: Bool) {
        guard canvas.size.width > 0, canvas.size.height > 0 else { return }
        if editor.isEmpty { drawPlaceholder(on: canvas) }
        let layout = EditorLayout(editor.characters, width: canvas.size.width - 1)
        let place = layout.place(of: editor.cursor)
        // The row of the cursor is the last one shown, until all fit.
        let firstRow = max(0, place.y - canvas.size.height + 1)
        for row in layout.rows.indices.dropFirst(firstRow).prefix(canvas.size.height) {
            canvas.draw(layout.rows[row].text, at: Point(x: 0, y: row - firstRow))
        }
        if isFocused {
            canvas.placeCursor(at: Point(x: min(place.x, canvas.size.width - 1), y: place.y - firstRow))
        }
    }

    private func drawPlaceholder(on canvas: Canvas) {
        canvas.draw(placeholder.string, at: Point(x: 0, y: 0), style: Theme.dim)
    }
}
