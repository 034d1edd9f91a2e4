/// A whole picture of the screen, drawn by panes through a ``Canvas`` and shown by a ``TerminalSession``.
package struct Frame: Hashable, Sendable {
    package let size: Size
    /// Row by row.
    package private(set) var cells: [Cell]
    /// Where the cursor blinks; `nil` hides it.
    package var cursor: Point?

    package init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = Array(repeating: .blank, count: self.size.width * self.size.height)
    }

    package subscript(x: Int, y: Int) -> Cell {
        get { cells[y * size.width + x] }
        set { cells[y * size.width + x] = newValue }
    }

    /// The text of row `y`, without the blanks at its end.
    package func text(row y: Int) -> String {
        var text = ""
        for x in 0..<size.width { text += self[x, y].text }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All rows, each ended by `\n`.
    package var text: String {
        (0..<size.height).map { text(row: $0) + "\n" }.joined()
    }
}
