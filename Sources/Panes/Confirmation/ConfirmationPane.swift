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

    package func draw(on canvas: Canvas) {
        canvas.fill(Rectangle(canvas.size))
        canvas.drawShortened(question.string, at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width - 1)
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    package func press(_ key: Key) -> Bool {
        guard BindingTable.action(for: key, in: .confirmation) == .confirm else { return false }
        confirm()
        return true
    }
}
