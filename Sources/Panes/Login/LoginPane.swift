package import Terminal
package import ViewModels

/// Server, user and password.
@MainActor
package final class LoginPane: Pane {
    private enum Field: Int, CaseIterable {
        case server, user, password

        var label: DisplayText {
            switch self {
            case .server: "Server"
            case .user: "User"
            case .password: "Password"
            }
        }
    }

    package var onChange: () -> Void = {}
    private var model: LoginViewModel?
    private var editors: [Field: TextEditor] = [:]
    private var focus = Field.server
    private var reason: DisplayText = .empty

    package init(login: Event<LoginViewModel>) {
        login.subscribe(self) { pane, model in pane.take(model) }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        // With few rows the field that is being written is shown, and the words that belong to it.
        let isShort = canvas.size.height < 10
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if !isShort || canvas.size.height > 3 { page.add(model.title, style: Theme.title) }
        page.addBlank()
        for field in isShort ? [focus] : Field.allCases {
            page.add(field.label, style: field == focus ? Theme.title : Theme.dim)
            let view = TextFieldView(editor: editor(of: field), isSecret: field == .password)
            page.add(view, isFocused: isFocused && field == focus)
        }
        page.addBlank()
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func press(_ key: Key) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch BindingTable.action(for: key, in: .login) {
        case .nextField: moveFocus(by: 1)
        case .previousField: moveFocus(by: -1)
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
        if self.model == nil {
            set(model.initialFields.server, of: .server)
            set(model.initialFields.user, of: .user)
            set(model.initialFields.password, of: .password)
            focus = firstEmptyField ?? .password
        }
        self.model = model
        onChange()
    }

    /// Enter leads through the fields that are still empty before it logs in.
    private func submit(to model: LoginViewModel) {
        if let empty = firstEmptyField, empty != focus {
            focus = empty
            return
        }
        let fields = LoginViewModel.Fields(
            server: editor(of: .server).text, user: editor(of: .user).text, password: editor(of: .password).text)
        reason = model.logIn(fields) ?? .empty
    }

    private var firstEmptyField: Field? { Field.allCases.first { editor(of: $0).isEmpty } }

    private func moveFocus(by count: Int) {
        let all = Field.allCases
        focus = all[(focus.rawValue + count + all.count) % all.count]
    }

    private func editor(of field: Field) -> TextEditor { editors[field] ?? TextEditor(allowsLines: false) }

    private func set(_ text: String, of field: Field) {
        editors[field] = TextEditor(allowsLines: false, text: text)
    }
}
