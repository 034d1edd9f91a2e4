import ViewModels

/// Asks for the fields of a login one after the other.
@MainActor
final class LinearLogin {
    private typealias Field = LoginViewModel.Field

    private struct Form: Equatable {
        let number: Int
        let fields: [Field]
        let methods: Int
    }

    private let voice: Announcer
    private let choices: LinearChoices
    private var model: LoginViewModel?
    private var isNew = false
    /// Whether the login is the current screen.
    var isOpen = false { didSet { if isOpen != oldValue { forget() } } }
    /// Called with whether the next line must not be echoed.
    var hides: (Bool) -> Void = { _ in }

    private var form: Form?
    private var fields = LoginViewModel.Fields()
    /// The fields still to be asked, the next first.
    private var left: [Field] = []
    /// Whether a secret was given, or a login method without one was chosen.
    private(set) var hasAnsweredAll = false
    /// Whether the question for the next field wasn't spoken yet.
    private var asksAnew = false
    private var awaitsAnswer = false
    private var isLeaving = false
    private var told = (busy: "", error: DisplayText.empty)

    init(_ login: Event<LoginViewModel>, voice: Announcer, choices: LinearChoices) {
        self.voice = voice
        self.choices = choices
        login.subscribe(self) { asker, model in (asker.model, asker.isNew) = (model, true) }
    }

    /// Whether typed lines must wait.
    var isWaiting: Bool {
        isLeaving || awaitsAnswer || asksAnew || model.map(isBlocked) ?? true
    }

    /// Whether the next line is a secret.
    var isHidden: Bool { isOpen && left.first?.isSecret == true }

    func present() {
        guard isOpen, isNew, !isLeaving, let model else { return }
        isNew = false
        if model.shouldShowError, !model.shouldShowBusy, model.logIn.reason != nil {
            voice.announce(.words("linear.no-login-needed"))
            return back()
        }
        let now = Form(number: model.number, fields: model.fields, methods: model.methods.count)
        let isOther = form != now
        if isOther { begin(model, now) }
        announceState(of: model, isOther: isOther)
        if asksAnew, !isBlocked(model) { ask() }
    }

    /// Whether the login waits for the server, so that no input is possible.
    private func isBlocked(_ model: LoginViewModel) -> Bool {
        model.shouldShowBusy && model.logIn.reason != nil
    }

    /// - Parameter line: the line as it was typed, since a secret may start with a blank.
    func answer(_ line: String) {
        guard let model else { return }
        guard let field = left.first else {
            if let number = Int(line), model.methods.indices.contains(number &- 1) {
                hasAnsweredAll = true
                model.methods[number - 1].choose()
            }
            return
        }
        let typed = field.isSecret ? line : line.trimming
        if !typed.isEmpty { fields[field] = typed }
        guard !fields[field].isEmpty || field == .server && !model.isServerNeeded else { return ask() }
        left.removeFirst()
        if field.isSecret { hasAnsweredAll = true }
        // A complete Matrix ID names its server.
        if field == .user, fields.user.contains(":"), !model.isServerNeeded { left.removeAll { $0 == .server } }
        if !left.isEmpty { return ask() }
        hides(false)
        awaitsAnswer = true
        guard let reason = model.logIn(fields) else { return }
        awaitsAnswer = false
        voice.announce(reason.sentence)
        askAll(of: model)
        ask()
    }

    func back() {
        guard let model else { return }
        isLeaving = true
        // The next line is meant for the previous form.
        hasAnsweredAll = true
        hides(false)
        model.cancel()
    }

    private func begin(_ model: LoginViewModel, _ form: Form) {
        if self.form?.number != form.number {
            fields = model.initialFields
            voice.announce(model.title.sentence)
        }
        self.form = form
        (awaitsAnswer, told.error) = (false, .empty)
        if model.address.isEmpty {
            voice.announce(model.introduction)
        } else {
            voice.announce(.words("linear.log-in-at", ["address": model.address.string]))
        }
        voice.announce(model.note)
        askAll(of: model)
    }

    private func askAll(of model: LoginViewModel) {
        // A secret must not be sent as the answer to another question.
        (fields.password, fields.token, fields.address) = ("", "", "")
        left = model.fields
        if left.isEmpty, !model.methods.isEmpty {
            choices.announce(model.methods.map { .init(title: $0.title, choose: .available($0.choose)) })
            voice.announce(.words("linear.choose-or-back"))
        }
        asksAnew = true
    }

    private func ask() {
        asksAnew = false
        guard let field = left.first, let model else { return }
        let (question, text) = (field.label.string, field.isSecret ? "" : fields[field])
        if !text.isEmpty {
            voice.announce(.words("linear.your-name", ["question": question, "name": text]))
        } else if field == .server, !model.isServerNeeded {
            voice.announce(.words("linear.server-or-enter", ["question": question]))
        } else {
            voice.announce(.words("linear.field", ["question": question]))
        }
        hides(field.isSecret)
    }

    private func announceState(of model: LoginViewModel, isOther: Bool) {
        // A change in the remaining time alone isn't announced.
        let busy = model.shouldShowBusy ? model.busyText.string.filter { !$0.isNumber } : ""
        if busy != told.busy, !busy.isEmpty { voice.announce(model.busyText) }
        told.busy = busy
        let error = model.shouldShowError ? model.errorText : .empty
        let isAnswered = awaitsAnswer && !isBlocked(model)
        if !error.isEmpty, error != told.error || isAnswered { voice.announce(error.sentence) }
        told.error = error
        guard isAnswered, !isOther else { return }
        awaitsAnswer = false
        askAll(of: model)
    }

    private func forget() {
        if !isOpen { hides(false) }
        hasAnsweredAll = false
        (form, left, told) = (nil, [], ("", .empty))
        (awaitsAnswer, asksAnew, isLeaving) = (false, false, false)
        fields = LoginViewModel.Fields()
        isNew = true
    }
}

extension LoginViewModel.Fields {
    fileprivate subscript(field: LoginViewModel.Field) -> String {
        get {
            switch field {
            case .user: user
            case .password: password
            case .server: server
            case .token: token
            case .address: address
            }
        }
        set {
            switch field {
            case .user: user = newValue
            case .password: password = newValue
            case .server: server = newValue
            case .token: token = newValue
            case .address: address = newValue
            }
        }
    }
}
