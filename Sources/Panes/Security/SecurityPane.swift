package import Terminal
package import ViewModels

/// How this device stands for the account's owner: a text, and ways to choose from or a line to type.
@MainActor
package final class SecurityPane: FocusPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: SecurityViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var chosen = 0
    private var reason: DisplayText = .empty

    package init(security: Event<SecurityViewModel>, host: PaneHost) {
        self.host = host
        security.subscribe(self) { pane, model in pane.take(model) }
    }

    package var context: PaneContext { model?.field == nil ? .security : .securityField }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let isShort = canvas.size.height < 12
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if canvas.size.height > 5 { page.add(model.title, style: Theme.title) }
        if !isShort { page.addBlank() }
        // With few rows what can be done comes before what is to be known.
        if !isShort || model.field == nil && model.ways.count + 3 < canvas.size.height { page.add(model.text) }
        if !model.secret.isEmpty {
            page.addBlank()
            page.add(model.secret, style: Theme.title)
        }
        if !isShort { page.addBlank() }
        if let field = model.field {
            page.add(field.label, style: Theme.title)
            page.add(TextFieldView(editor: editor, isSecret: field.isSecret), isFocused: isFocused)
            page.add(field.hint, style: Theme.dim)
        }
        for (place, way) in model.ways.enumerated() {
            let isChosen = place == chosen
            page.add(
                (isChosen ? "▌" : " ") + way.title, style: isFocused && isChosen ? Theme.title : Theme.text)
        }
        if !isShort { page.addBlank() }
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func back() -> Bool {
        reason = .empty
        model?.back()
        return model != nil
    }

    package var backLabel: String? { model?.backLabel.string }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch action {
        case .choosePrevious: move(by: -1, in: model)
        case .chooseNext: move(by: 1, in: model)
        case .choose where model.ways.indices.contains(chosen): choose(model.ways[chosen])
        case .answer:
            guard let field = model.field else { return false }
            reason = field.submit(editor.text) ?? .empty
        default:
            guard model.field != nil, editor.perform(action) else { return false }
        }
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .answer ? model?.field?.submit.reason : nil
    }

    /// Who types where there is no field means the chat, and goes back to it.
    package func type(_ text: String) -> Bool {
        guard model?.field == nil else {
            reason = .empty
            guard editor.type(text) else { return false }
            onChange()
            return true
        }
        return leave(with: text)
    }

    package func paste(_ text: String) -> Bool {
        guard model?.field == nil else {
            editor.paste(text)
            onChange()
            return true
        }
        return leave(with: text)
    }

    private func leave(with text: String) -> Bool {
        // What is shown once is not lost by a letter.
        guard let model, model.secret.isEmpty else { return false }
        model.back()
        host.onWrite(text)
        return true
    }

    private func choose(_ way: SecurityViewModel.Way) {
        if !way.copied.isEmpty { host.copy(way.copied) }
        way.choose()
    }

    private func move(by count: Int, in model: SecurityViewModel) {
        guard !model.ways.isEmpty else { return }
        chosen = (chosen + count + model.ways.count) % model.ways.count
    }

    private func take(_ model: SecurityViewModel) {
        if model.number != self.model?.number {
            editor.replaceAll(with: "")
            chosen = 0
            reason = .empty
        }
        chosen = max(0, min(chosen, model.ways.count - 1))
        self.model = model
        onChange()
    }
}
