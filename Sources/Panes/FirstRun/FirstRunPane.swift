package import Terminal
package import ViewModels

/// The only question of the first run.
@MainActor
package final class FirstRunPane: FocusPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: FirstRunViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var reason: DisplayText = .empty

    package init(firstRun: Event<FirstRunViewModel>, host: PaneHost) {
        self.host = host
        firstRun.subscribe(self) { pane, model in
            if pane.model == nil { pane.editor.replaceAll(with: model.suggestedName) }
            pane.model = model
            pane.onChange()
        }
    }

    package var context: PaneContext { .firstRun }

    package var backLabel: String? { nil }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        var page = TextPage(canvas: canvas, y: max(0, (canvas.size.height - 8) / 3))
        page.add(model.question, style: Theme.title)
        page.add(TextFieldView(editor: editor), isFocused: isFocused)
        page.add(model.hint, style: Theme.dim)
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
        page.addBlank()
        page.add(host.filled(model.loginHint), style: Theme.dim)
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        if action == .start {
            reason = model.start(editor.text) ?? .empty
            onChange()
            return true
        }
        return edit { $0.perform(action) }
    }

    package func type(_ text: String) -> Bool { edit { $0.type(text) } }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .start ? model?.start.reason : nil
    }

    package func paste(_ text: String) -> Bool {
        edit {
            $0.paste(text)
            return true
        }
    }

    /// The text is read-only while the server checks the name.
    private func edit(_ change: (inout TextEditor) -> Bool) -> Bool {
        guard let model else { return false }
        reason = .empty
        guard !model.shouldShowBusy else { return true }
        guard change(&editor) else { return false }
        model.changed(editor.text)
        onChange()
        return true
    }
}
