package import Terminal
package import ViewModels

/// A question in the place of the footer, as in `Leave Release team? y leaves, Esc stays`.
@MainActor
package final class ConfirmationPane {
    private let question: DisplayText
    private let confirm: () -> Void

    package init(question: DisplayText, confirm: @escaping () -> Void) {
        self.question = question
        self.confirm = confirm
    }

    /// The rows that it takes in a certain width: what the keys do must be read on narrow screens as well.
    package func rowCount(width: Int) -> Int { lines(width: width).count }

    package func draw(on canvas: Canvas) {
        canvas.fill(Rectangle(canvas.size))
        for (y, line) in lines(width: canvas.size.width).enumerated() {
            canvas.draw(line, at: Point(x: 1, y: y), style: Theme.title)
        }
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    package func press(_ key: Key) -> Bool {
        guard BindingTable.action(for: key, in: .confirmation) == .confirm else { return false }
        confirm()
        return true
    }

    private func lines(width: Int) -> [String] {
        let lines = TextWrapping.lines(question.string, width: max(1, width - 2))
        // Of a name without an end the question's end is what matters.
        return Array(lines.suffix(3))
    }
}
