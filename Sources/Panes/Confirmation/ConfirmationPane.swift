package import Terminal
package import ViewModels

/// A question in place of the footer, as in `Leave Release team? y leaves, Esc stays`.
@MainActor
package final class ConfirmationPane: OverlayPane {
    package var onChange: () -> Void = {}
    private let question: DisplayText
    private let confirm: () -> Void
    private var letter: String?

    package init(question: DisplayText, confirm: @escaping () -> Void) {
        self.question = question
        self.confirm = confirm
    }

    /// The question, and the letter typed as its answer.
    private var shown: DisplayText {
        letter.map { question + " " + DisplayText(sanitizing: $0) + "…" } ?? question
    }

    /// Returns the height in a certain width. The question wraps, so that its keys are visible on narrow screens too.
    package func rowCount(width: Int) -> Int { shown.questionLines(width: width).count }

    package var context: PaneContext { .confirmation }

    package var replacesFooter: Bool { true }

    package func place(in layout: ScreenLayout, size: Size) -> Rectangle {
        let rows = min(rowCount(width: size.width), layout.footer.y - layout.status.y)
        return Rectangle(x: 0, y: size.height - rows, width: size.width, height: rows)
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        canvas.fill(Rectangle(canvas.size))
        for (y, line) in shown.questionLines(width: canvas.size.width).enumerated() {
            canvas.draw(line, at: Point(x: 1, y: y), style: Theme.title)
        }
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    package func perform(_ action: ActionID) -> Bool {
        guard action == .confirm else { return false }
        confirm()
        return true
    }

    package var takesAnswers: Bool { true }

    package func hold(_ letter: String?) {
        self.letter = letter
        onChange()
    }

    package var closesOnClickBeside: Bool { true }

    package var refusal: DisplayText? { .words("panes.only-y-means-yes") }
}

extension DisplayText {
    /// Returns the question in rows of a certain width. If it is too long, its end is kept, because that names the
    /// keys.
    func questionLines(width: Int) -> [String] {
        Array(TextWrapping.lines(string, width: max(1, width - 2)).suffix(3))
    }
}
