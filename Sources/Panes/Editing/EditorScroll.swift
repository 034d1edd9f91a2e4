import Terminal

/// The scroll position of a text that doesn't fit: its first visible row.
struct EditorScroll {
    private(set) var top = TextRow.first

    /// Scrolls by rows, down if positive, and moves the cursor if it would leave the view.
    mutating func move(_ editor: inout TextEditor, by rows: Int, height: Int) {
        let last = TextRow(
            line: editor.lines.count - 1, row: editor.rows(ofLine: editor.lines.count - 1).count - 1)
        let lowest = editor.row(from: last, by: 1 - height) ?? .first
        top = min(editor.row(from: top, by: rows) ?? (rows < 0 ? .first : lowest), lowest)
        let cursor = TextRow(line: editor.place.line, row: editor.rowPlace.y)
        let row = min(max(cursor, top), editor.row(from: top, by: height - 1) ?? last)
        if row != cursor { editor.move(toColumn: editor.rowPlace.x, of: row) }
    }

    /// Scrolls as little as needed to show the cursor, and leaves no row empty while text is hidden.
    mutating func show(_ editor: TextEditor, height: Int) {
        let cursor = TextRow(line: editor.place.line, row: editor.rowPlace.y)
        let highest = editor.row(from: cursor, by: 1 - height) ?? .first
        top = min(max(top, highest), cursor)
        if top.line >= editor.lines.count || top.row >= editor.rows(ofLine: top.line).count { top = highest }
        guard top > .first, editor.row(from: top, by: height - 1) == nil else { return }
        let last = TextRow(
            line: editor.lines.count - 1, row: editor.rows(ofLine: editor.lines.count - 1).count - 1)
        top = editor.row(from: last, by: 1 - height) ?? .first
    }
}
