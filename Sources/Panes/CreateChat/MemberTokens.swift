import Terminal
import ViewModels

/// The people added to a new chat, side by side, as in `[Bo] [Kim]`.
@MainActor
struct MemberTokens {
    let names: [DisplayText]
    /// The index of the focused name.
    let selected: Int?

    private static let widest = 24

    /// Draws as many rows as needed, up to `most`. If not all fit, the rows with the selected name are shown, or else
    /// the last rows.
    ///
    /// - Returns: the number of rows drawn.
    func draw(on canvas: Canvas, most: Int) -> Int {
        let rows = rows(width: canvas.size.width)
        let wanted = rows.firstIndex { row in row.contains { $0.place == selected } } ?? rows.count - 1
        let first = max(0, min(wanted, rows.count - most))
        let shown = rows.dropFirst(first).prefix(most)
        for (y, row) in shown.enumerated() {
            for token in row {
                let style = token.place == selected ? Theme.selection : Theme.key
                canvas.draw("[", at: Point(x: token.x, y: y), style: style)
                canvas.drawShortened(
                    names[token.place].string, at: Point(x: token.x + 1, y: y), style: style, width: token.width - 2)
                canvas.draw("]", at: Point(x: token.x + token.width - 1, y: y), style: style)
                if token.place == selected { canvas.placeCursor(at: Point(x: token.x, y: y)) }
            }
        }
        return shown.count
    }

    private struct Token {
        let place: Int
        let x: Int
        let width: Int
    }

    private func rows(width: Int) -> [[Token]] {
        var rows: [[Token]] = []
        var x = 0
        for (place, name) in names.enumerated() {
            let columns = min(TextWidth.columns(name.string) + 2, Self.widest, width)
            if rows.isEmpty || x + columns > width {
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append(Token(place: place, x: x, width: columns))
            x += columns + 1
        }
        return rows
    }
}
