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
    package func rowCount(width: Int) -> Int { question.questionLines(width: width).count }

    package func draw(on canvas: Canvas) {
        canvas.fill(Rectangle(canvas.size))
        for (y, line) in question.questionLines(width: canvas.size.width).enumerated() {
            canvas.draw(line, at: Point(x: 1, y: y), style: Theme.title)
        }
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    package func press(_ key: Key) -> Bool {
        guard BindingTable.action(for: key, in: .confirmation) == .confirm else { return false }
        confirm()
        return true
    }
}

extension DisplayText {
    /// A question in rows of a certain width. Of one about a name without an end the question's end is what matters.
    func questionLines(width: Int) -> [String] {
        Array(TextWrapping.lines(string, width: max(1, width - 2)).suffix(3))
    }
}
