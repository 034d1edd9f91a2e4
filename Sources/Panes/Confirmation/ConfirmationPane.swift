package import Terminal
package import ViewModels

/// A question in the place of the footer, as in `Leave Release team? y leaves, Esc stays`.
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

    /// With the letter that answers, once it was typed.
    private var shown: DisplayText {
        letter.map { question + " " + DisplayText(sanitizing: $0) + "…" } ?? question
    }

    /// The rows that it takes in a certain width: what the keys do must be read on narrow screens as well.
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
    /// A question in rows of a certain width. Of one about a name without an end the question's end is what matters.
    func questionLines(width: Int) -> [String] {
        Array(TextWrapping.lines(string, width: max(1, width - 2)).suffix(3))
    }
}
