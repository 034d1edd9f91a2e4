package import Terminal
package import ViewModels

/// A question in place of the footer that is answered with a line of text, as in `Delete it? Why: ▏spam`.
@MainActor
package final class QuestionPane: OverlayPane {
    private enum Field { case answer }

    package var onChange: () -> Void = {}
    private let question: DisplayText
    private let placeholder: DisplayText
    private let wayOut: String
    /// Whether typed characters are masked.
    private let isSecret: Bool
    private let answer: (String) -> Void
    private var editor = TextEditor(allowsLines: false)
    private var drawn = FieldHitTargets<Field>()

    package init(
        question: DisplayText, placeholder: DisplayText, wayOut: String, isSecret: Bool = false,
        answer: @escaping (String) -> Void
    ) {
        self.question = question
        self.placeholder = placeholder
        self.wayOut = wayOut
        self.isSecret = isSecret
        self.answer = answer
    }

    /// Returns the height in a certain width: the rows of the question, and one for the answer.
    package func rowCount(width: Int) -> Int { question.questionLines(width: width).count + 1 }

    package var context: PaneContext { .question }

    package var replacesFooter: Bool { true }

    package func place(in layout: ScreenLayout, size: Size) -> Rectangle {
        let wanted = rowCount(width: size.width)
        let rows = layout.status.y + wanted < layout.footer.y ? wanted : 1
        return Rectangle(x: 0, y: size.height - rows, width: size.width, height: rows)
    }

    /// Draws the answer on the last row. The hint to Esc stays beside it, even with a long answer on a narrow screen.
    package func draw(on canvas: Canvas, isFocused: Bool) {
        canvas.fill(Rectangle(canvas.size))
        let y = canvas.size.height - 1
        var x = 1
        var end = canvas.size.width
        if y > 0 {
            for (row, line) in question.questionLines(width: canvas.size.width).suffix(y).enumerated() {
                canvas.draw(line, at: Point(x: 1, y: row), style: Theme.title)
            }
            end = canvas.drawRight(wayOut, right: canvas.size.width - 1, y: y, style: Theme.dim, left: 1) - 1
        } else {
            x += canvas.drawShortened(
                question.string + " ", at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width / 2)
        }
        let line = Rectangle(x: x, y: y, width: end - x, height: 1)
        drawn.removeAll()
        drawn.add(.answer, at: line)
        TextFieldView(editor: editor, placeholder: placeholder, isSecret: isSecret)
            .drawLine(on: canvas.part(line), isFocused: true)
    }

    /// Moves the cursor. A click never submits the answer.
    package func press(at point: Point) -> Bool {
        guard drawn.field(at: point) != nil else { return false }
        drawn.moveCursor(of: &editor, in: .answer, to: point, isSecret: isSecret)
        onChange()
        return true
    }

    package func perform(_ action: ActionID) -> Bool {
        if action == .answer {
            answer(editor.text)
            return true
        }
        guard editor.perform(action) else { return false }
        onChange()
        return true
    }

    package func type(_ text: String) -> Bool {
        guard editor.type(text) else { return false }
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        editor.paste(text)
        onChange()
        return true
    }
}
