package import Terminal
package import ViewModels

/// The one question of the first run.
@MainActor
package final class FirstRunPane: Pane {
    package var onChange: () -> Void = {}
    private var model: FirstRunViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var reason: DisplayText = .empty

    package init(firstRun: Event<FirstRunViewModel>) {
        firstRun.subscribe(self) { pane, model in
            if pane.model == nil { pane.editor.replaceAll(with: model.suggestedName) }
            pane.model = model
            pane.onChange()
        }
    }

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
        page.add(model.loginHint, style: Theme.dim)
    }

    package func press(_ key: Key) -> Bool {
        guard let model else { return false }
        reason = .empty
        if BindingTable.action(for: key, in: .firstRun) == .start {
            reason = model.start(editor.text) ?? .empty
        } else if !model.shouldShowBusy {
            guard editor.press(key) else { return false }
            model.changed(editor.text)
        }
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .start ? model?.start.reason : nil
    }

    package func paste(_ text: String) {
        guard model?.shouldShowBusy != true else { return }
        editor.paste(text)
        model?.changed(editor.text)
        onChange()
    }
}
