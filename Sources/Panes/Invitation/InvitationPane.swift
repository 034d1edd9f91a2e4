package import Terminal
package import ViewModels

/// An invitation, shown in place of the chat.
@MainActor
package final class InvitationPane: FocusPane {
    package var onChange: () -> Void = {}
    /// The text before the title if the list is hidden.
    package var backMark = ""
    private var model: InvitationViewModel?
    private(set) var written = LetterField()
    private let host: PaneHost
    /// The reason why the last key failed.
    private var reason: DisplayText = .empty

    package init(invitation: Event<InvitationViewModel>, host: PaneHost) {
        self.host = host
        invitation.subscribe(self) { pane, model in
            if model.title != pane.model?.title || model.text != pane.model?.text { pane.written.clear() }
            pane.model = model
            pane.reason = .empty
            pane.onChange()
        }
    }

    package var context: PaneContext { .invitation }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let back = backMark.isEmpty ? "" : "\(backMark)  "
        canvas.drawShortened(
            " \(back)\(model.title.isolated) ", at: Point(x: 0, y: 0), style: Theme.title, width: canvas.size.width)
        var page = TextPage(canvas: canvas, y: canvas.size.height > 8 ? 2 : 1, margin: 1)
        let rest = TextPage.rows(on: canvas, margin: page.margin) { draw(model, below: &$0) }
        page.add(model.text, rows: max(1, canvas.size.height - page.y - rest))
        draw(model, below: &page)
    }

    /// Draws the keys and messages below the text. A long text leaves room for them.
    private func draw(_ model: InvitationViewModel, below page: inout TextPage) {
        page.addBlank()
        if model.shouldShowBusy {
            page.add(model.busyText, style: Theme.dim)
        } else {
            page.add(
                .words(
                    "invitation.keys", ["accept": host.keyName(.accept), "decline": host.keyName(.decline)]),
                style: Theme.key)
            let answer = written.letter ?? written.editor.text
            if !answer.isEmpty { page.add(DisplayText(sanitizing: "› \(answer)")) }
        }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        switch action {
        case .acceptAtOnce where !written.isEmpty: reason = .words("invitation.a-letter-answers")
        case .accept, .acceptAtOnce: reason = model.accept() ?? .empty
        case .decline: reason = model.decline() ?? .empty
        default: return false
        }
        onChange()
        return true
    }

    package func type(_ text: String) -> Bool {
        reason = .empty
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
        guard !written.isEmpty else { return false }
        written.clear()
        onChange()
        return true
    }

    package var takesAnswers: Bool { written.isEmpty }

    package func hold(_ letter: String?) {
        written.letter = letter
        onChange()
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .accept, .acceptAtOnce: model?.accept.reason
        case .decline: model?.decline.reason
        default: nil
        }
    }
}
