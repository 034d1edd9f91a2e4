package import Terminal
package import ViewModels

/// Who logs in, the password, and the server where the ID does not lead to it.
@MainActor
package final class LoginPane: Pane {
    private typealias Field = LoginViewModel.Field

    package var onChange: () -> Void = {}
    private var model: LoginViewModel?
    private var editors: [Field: TextEditor] = [:]
    private var focus = Field.user
    private var reason: DisplayText = .empty

    package init(login: Event<LoginViewModel>) {
        login.subscribe(self) { pane, model in pane.take(model) }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        // With few rows the field that is being written is shown, and the words that belong to it.
        let isShort = canvas.size.height < 12
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if !isShort || canvas.size.height > 3 { page.add(model.title, style: Theme.title) }
        page.add(model.introduction, style: Theme.dim)
        page.addBlank()
        for field in isShort ? [focus] : model.fields {
            page.add(field.label, style: field == focus ? Theme.title : Theme.dim)
            let view = TextFieldView(
                editor: editor(of: field), placeholder: field.placeholder, isSecret: field == .password)
            page.add(view, isFocused: isFocused && field == focus)
        }
        page.addBlank()
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
        page.add(model.note, style: Theme.dim)
    }

    package func press(_ key: Key) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch BindingTable.action(for: key, in: .login) {
        case .nextField: moveFocus(by: 1, in: model)
        case .previousField: moveFocus(by: -1, in: model)
        case .back: model.cancel()
        case .submitLogin: submit(to: model)
        default:
            var editor = editor(of: focus)
            guard editor.press(key) else { return false }
            editors[focus] = editor
        }
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .submitLogin ? model?.logIn.reason : nil
    }

    package func paste(_ text: String) {
        var editor = editor(of: focus)
        editor.paste(text)
        editors[focus] = editor
        onChange()
    }
}

extension LoginPane {
    private func take(_ model: LoginViewModel) {
        let old = self.model
        self.model = model
        if old?.number != model.number {
            set(model.initialFields.user, of: .user)
            set(model.initialFields.password, of: .password)
            set(model.initialFields.server, of: .server)
            focus = firstEmptyField(of: model) ?? .password
        } else if model.isServerNeeded, old?.isServerNeeded == false {
            focus = .server
        }
        onChange()
    }

    /// Enter leads through the fields that are still empty before it logs in.
    private func submit(to model: LoginViewModel) {
        if let empty = firstEmptyField(of: model), empty != focus {
            focus = empty
            return
        }
        let fields = LoginViewModel.Fields(
            user: editor(of: .user).text, password: editor(of: .password).text, server: editor(of: .server).text)
        reason = model.logIn(fields) ?? .empty
    }

    private func firstEmptyField(of model: LoginViewModel) -> Field? {
        model.fields.first { editor(of: $0).isEmpty && ($0 != .server || model.isServerNeeded) }
    }

    private func moveFocus(by count: Int, in model: LoginViewModel) {
        let all = model.fields
        guard let index = all.firstIndex(of: focus) else { return }
        focus = all[(index + count + all.count) % all.count]
    }

    private func editor(of field: Field) -> TextEditor { editors[field] ?? TextEditor(allowsLines: false) }

    private func set(_ text: String, of field: Field) {
        editors[field] = TextEditor(allowsLines: false, text: text)
    }
}

extension LoginViewModel.Field {
    fileprivate var label: DisplayText {
        switch self {
        case .user: "Matrix ID"
        case .password: "Password"
        case .server: "Server"
        }
    }

    fileprivate var placeholder: DisplayText {
        switch self {
        case .user: "@name:example.org"
        case .password: .empty
        case .server: "found by the ID, or an address"
        }
    }
}
