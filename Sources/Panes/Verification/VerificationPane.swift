package import Terminal
package import ViewModels

/// A verification: the request, the emoji to compare, and the result.
@MainActor
package final class VerificationPane: FocusPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: VerificationViewModel?
    private var written = LetterField()
    private var page = ExplainedPage()

    package init(verification: Event<VerificationViewModel>, host: PaneHost) {
        self.host = host
        verification.subscribe(self) { pane, model in
            if model.question != pane.model?.question { pane.written.clear() }
            if model.text != pane.model?.text { pane.page.reset() }
            pane.model = model
            pane.onChange()
        }
    }

    package var context: PaneContext { .verification }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let text = model.hint.isEmpty ? model.text : model.text + " " + model.hint
        page.draw(on: canvas, title: model.title, text: text) { page, isAiry in
            addQuestion(of: model, to: &page, isAiry: isAiry, isFocused: isFocused)
        }
    }

    private func addQuestion(
        of model: VerificationViewModel, to page: inout TextPage, isAiry: Bool, isFocused: Bool
    ) {
        if !model.emoji.isEmpty {
            if isAiry { page.skip(1) }
            let emoji = EmojiRow(emoji: model.emoji)
            let size = page.canvas.size
            let place = Rectangle(x: 0, y: page.y, width: size.width, height: max(0, size.height - page.y))
            page.skip(emoji.draw(on: page.canvas.part(place), isShort: !isAiry))
        }
        page.add(model.numbers, style: Theme.title)
        if isAiry { page.skip(1) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        page.add(model.question, style: Theme.key)
        if let letter = written.letter { page.add(DisplayText(sanitizing: "› \(letter)…")) }
        if !written.isEmpty { page.add(TextFieldView(editor: written.editor), isFocused: isFocused) }
    }

    package func type(_ text: String) -> Bool {
        guard written.type(text) else { return false }
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        written.paste(text)
        onChange()
        return true
    }

    package func back() -> Bool {
        if !written.isEmpty {
            written.clear()
            onChange()
            return true
        }
        model?.back()
        return model != nil
    }

    package var backLabel: String? { model?.backLabel.string }

    package func perform(_ action: ActionID) -> Bool {
        if page.perform(action) {
            onChange()
            return true
        }
        guard let answer = answer(for: action) else { return false }
        host.showMessage(answer())
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? { answer(for: action)?.reason }

    private func answer(for action: ActionID) -> Action<Void>? {
        switch action {
        case .confirm: model?.agree
        case .refuse: model?.refuse
        default: nil
        }
    }

    package var takesAnswers: Bool { model?.question.isEmpty == false && written.isEmpty }

    package func hold(_ letter: String?) {
        written.letter = letter
        onChange()
    }
}

/// The emoji to compare: in one row with their names below, or as text on small screens.
struct EmojiRow {
    private static let cell = 11
    private static let margin = 2

    let emoji: [VerificationViewModel.Emoji]

    /// - Returns: the number of rows used.
    @MainActor
    func draw(on canvas: Canvas, isShort: Bool) -> Int {
        guard !isShort, canvas.size.width >= emoji.count * Self.cell + Self.margin else { return drawText(on: canvas) }
        for (place, one) in emoji.enumerated() {
            let x = Self.margin + place * Self.cell
            canvas.draw(one.symbol, at: Point(x: x, y: 0), style: Theme.title)
            canvas.drawShortened(one.name.string, at: Point(x: x, y: 1), style: Theme.text, width: Self.cell - 1)
        }
        return 2
    }

    @MainActor
    private func drawText(on canvas: Canvas) -> Int {
        let width = max(1, canvas.size.width - 2 * Self.margin)
        var lines: [String] = []
        var line = ""
        for (place, one) in emoji.enumerated() {
            let text = "\(place + 1) \(one.symbol) \(one.name.string)"
            if line.isEmpty {
                line = text
            } else if TextWidth.columns(line) + 2 + TextWidth.columns(text) <= width {
                line += "  " + text
            } else {
                lines.append(line)
                line = text
            }
        }
        lines.append(line)
        for (y, line) in lines.enumerated() {
            canvas.draw(line, at: Point(x: Self.margin, y: y), style: Theme.title)
        }
        return lines.count
    }
}
