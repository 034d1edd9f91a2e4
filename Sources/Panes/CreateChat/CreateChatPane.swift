package import Terminal
package import ViewModels

/// The form for a new chat.
@MainActor
package final class CreateChatPane: Pane {
    package var onChange: () -> Void = {}
    private var model: CreateChatViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var reason: DisplayText = .empty

    package init(createChat: Event<CreateChatViewModel>) {
        createChat.subscribe(self) { pane, model in pane.take(model) }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        var page = TextPage(canvas: canvas, y: canvas.size.height > 8 ? 1 : 0)
        page.add(model.title, style: Theme.title)
        page.addBlank()
        page.add(model.prompt)
        page.add(TextFieldView(editor: editor, placeholder: model.placeholder), isFocused: isFocused)
        page.add(model.hint, style: Theme.dim)
        page.addBlank()
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func press(_ key: Key) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch BindingTable.action(for: key, in: .createChat) {
        case .create: reason = model.create(editor.text) ?? .empty
        case .back: model.cancel()
        default:
            guard editor.press(key) else { return false }
            model.changed(editor.text)
        }
        onChange()
        return true
    }

    package func paste(_ text: String) {
        editor.paste(text)
        model?.changed(editor.text)
        onChange()
    }

    private func take(_ model: CreateChatViewModel) {
        if model.revision > self.model?.revision ?? .min { editor.replaceAll(with: model.text) }
        self.model = model
        onChange()
    }
}
