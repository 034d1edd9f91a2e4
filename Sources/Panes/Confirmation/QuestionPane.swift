package import Terminal
package import ViewModels

/// A question in the place of the footer that is answered with a line, as in `Delete it? Why: ▏spam`.
@MainActor
package final class QuestionPane {
    package var onChange: () -> Void = {}
    private let question: DisplayText
    private let placeholder: DisplayText
    private let answer: (String) -> Void
    private var editor = TextEditor(allowsLines: false)

    package init(question: DisplayText, placeholder: DisplayText, answer: @escaping (String) -> Void) {
        self.question = question
        self.placeholder = placeholder
        self.answer = answer
    }

    /// The question has the first row where there are two, so that the answer has room on narrow screens.
    package func draw(on canvas: Canvas) {
        canvas.fill(Rectangle(canvas.size))
        let y = canvas.size.height - 1
        var x = 1
        if y > 0 {
            canvas.drawShortened(
                question.string, at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width - 1)
        } else {
            x += canvas.drawShortened(
                question.string + " ", at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width / 2)
        }
        TextFieldView(editor: editor, placeholder: placeholder)
            .drawLine(
                on: canvas.part(Rectangle(x: x, y: y, width: canvas.size.width - x, height: 1)), isFocused: true)
    }

    package func press(_ key: Key) -> Bool {
        if BindingTable.action(for: key, in: .question) == .answer {
            answer(editor.text)
            return true
        }
        guard editor.press(key) else { return false }
        onChange()
        return true
    }

    package func paste(_ text: String) {
        editor.paste(text)
        onChange()
    }
}
