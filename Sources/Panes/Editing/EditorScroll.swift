import Terminal

/// Which row of a text is shown first, where not all fit.
struct EditorScroll {
    private(set) var top = TextRow.first

    /// Moves as little as it takes to have the cursor in view, and leaves no row free while text is hidden.
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
