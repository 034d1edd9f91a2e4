package import Terminal
package import ViewModels

/// The login form: the account, the login methods of the server, and their fields.
@MainActor
package final class LoginPane: FocusPane {
    private typealias Field = LoginViewModel.Field

    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: LoginViewModel?
    private var editors: [Field: TextEditor] = [:]
    private var focus = Field.user
    /// The index of the selected login method.
    private var chosen = 0
    private var reason: DisplayText = .empty
    /// Whether text typed during a request was discarded. It may be the password, which is typed next.
    private var hasDiscardedText = false
    private var drawn = FieldHitTargets<Field>()

    package init(login: Event<LoginViewModel>, host: PaneHost) {
        self.host = host
        login.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var context: PaneContext { .login }

    /// The password follows the name, unless the login ends without one.
    package var awaitsText: Bool { model?.fields.contains(.user) == true }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model else { return }
        // With few rows, only the field being edited is shown, with its hints.
        let isShort = canvas.size.height < 12
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if !isShort || canvas.size.height > 3 { page.add(model.title, style: Theme.title) }
        page.add(model.introduction, style: Theme.dim)
        if !isShort { page.add(model.address) }
        page.addBlank()
        drawMethods(of: model, on: &page, isFocused: isFocused)
        for field in model.fields where !isShort || field == focus {
            let label = page.y
            page.add(field.label, style: field == focus ? Theme.title : Theme.dim)
            let view = TextFieldView(
                editor: editor(of: field), placeholder: field.placeholder, isSecret: field.isSecret)
            page.add(view, isFocused: isFocused && field == focus)
            drawn.add(field, label: label, on: page)
        }
        page.addBlank()
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.addOnce(model.errorText, style: Theme.failure) }
        page.addOnce(reason, style: Theme.failure)
        page.add(model.note, style: Theme.dim)
        if isShort { page.add(model.address) }
    }

    package func back() -> Bool {
        model?.cancel()
        return model != nil
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch action {
        case .nextField: moveFocus(by: 1, in: model)
        case .previousField: moveFocus(by: -1, in: model)
        case .submitLogin: submit(to: model)
        default:
            guard model.methods.isEmpty else { return false }
            var editor = editor(of: focus)
            guard editor.perform(action) else { return false }
            editors[focus] = editor
        }
        onChange()
        return true
    }

    package func press(at point: Point) -> Bool {
        guard let field = drawn.field(at: point) else { return false }
        focus = field
        reason = .empty
        var editor = editor(of: field)
        drawn.moveCursor(of: &editor, in: field, to: point, isSecret: field.isSecret)
        editors[field] = editor
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .submitLogin ? model?.logIn.reason : nil
    }

    package func type(_ text: String) -> Bool {
        guard model?.methods.isEmpty == true else { return false }
        if discardsText { return true }
        reason = .empty
        var editor = editor(of: focus)
        guard editor.type(text) else { return false }
        editors[focus] = editor
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        guard model?.methods.isEmpty == true else { return false }
        if discardsText { return true }
        var editor = editor(of: focus)
        editor.paste(text)
        editors[focus] = editor
        onChange()
        return true
    }
}

extension LoginPane {
    /// Whether text is discarded. During the request about the name, the name is already submitted, and a password
    /// would be visible in its field.
    private var discardsText: Bool {
        guard model?.isAskedForName == true else { return false }
        hasDiscardedText = true
        return true
    }

    private func apply(_ model: LoginViewModel) {
        let old = self.model
        self.model = model
        if hasDiscardedText, !model.isAskedForName {
            hasDiscardedText = false
            host.onDiscardText()
        }
        if old?.number != model.number {
            set(model.initialFields.user, of: .user)
            set(model.initialFields.password, of: .password)
            set(model.initialFields.server, of: .server)
            set("", of: .token)
            set("", of: .address)
            focus = firstEmptyField(of: model) ?? .password
            chosen = 0
        } else if old?.fields != model.fields {
            // Secrets typed for one question must not be sent to another.
            for field in [Field.password, .token, .address] { set("", of: field) }
            focus = firstEmptyField(of: model) ?? model.fields.first ?? focus
            chosen = 0
        } else if model.isServerNeeded, old?.isServerNeeded == false {
            focus = .server
        }
        onChange()
    }

    /// Draws as many methods as fit around the selected one.
    private func drawMethods(of model: LoginViewModel, on page: inout TextPage, isFocused: Bool) {
        let room = max(1, page.canvas.size.height - page.y - 2)
        let first = max(0, chosen - room + 1)
        for (index, method) in model.methods.enumerated().dropFirst(first).prefix(room) {
            let isChosen = index == chosen
            page.add((isChosen ? "▌" : " ") + method.title, style: isFocused && isChosen ? Theme.title : Theme.text)
        }
    }

    /// Moves to the next empty field, or logs in if there is none.
    private func submit(to model: LoginViewModel) {
        if model.methods.indices.contains(chosen) { return model.methods[chosen].choose() }
        if focus == .address, editor(of: .address).isEmpty { return host.copy(model.address) }
        if let empty = firstEmptyField(of: model), empty != focus {
            focus = empty
            return
        }
        let fields = LoginViewModel.Fields(
            user: editor(of: .user).text, password: editor(of: .password).text, server: editor(of: .server).text,
            token: editor(of: .token).text, address: editor(of: .address).text)
        reason = model.logIn(fields) ?? .empty
    }

    private func firstEmptyField(of model: LoginViewModel) -> Field? {
        model.fields.first { editor(of: $0).isEmpty && ($0 != .server || model.isServerNeeded) }
    }

    private func moveFocus(by count: Int, in model: LoginViewModel) {
        if !model.methods.isEmpty { chosen = (chosen + count + model.methods.count) % model.methods.count }
        let all = model.fields
        guard let index = all.firstIndex(of: focus) else { return }
        focus = all[(index + count + all.count) % all.count]
    }

    private func editor(of field: Field) -> TextEditor { editors[field] ?? TextEditor(allowsLines: false) }

    private func set(_ text: String, of field: Field) {
        editors[field] = TextEditor(allowsLines: false, text: text)
    }
}

extension LoginViewModel {
    /// Whether a request about the account name is pending.
    fileprivate var isAskedForName: Bool { shouldShowBusy && logIn.reason != nil && fields.contains(.user) }
}
