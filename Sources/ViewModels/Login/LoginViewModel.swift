/// The login to a homeserver, one question at a time.
package struct LoginViewModel {
    package struct Fields: Hashable, Sendable {
        /// A Matrix ID or its first part.
        package var user: String
        package var password: String
        /// The server, as in `https://example.org`, `example.org` or `unix:/run/confab.sock`; empty if it is found
        /// through the ID.
        package var server: String
        package var token: String
        /// The final address in the browser.
        package var address: String

        package init(
            user: String = "", password: String = "", server: String = "", token: String = "", address: String = ""
        ) {
            self.user = user
            self.password = password
            self.server = server
            self.token = token
            self.address = address
        }
    }

    package enum Field: Hashable, Sendable { case user, password, server, token, address }

    /// A login method to choose.
    package struct Method {
        package let title: DisplayText
        package let choose: @MainActor () -> Void

        package init(title: DisplayText, choose: @escaping @MainActor () -> Void) {
            self.title = title
            self.choose = choose
        }
    }

    /// Increases each time the form is opened; its previous contents are cleared.
    package let number: Int
    package let title: DisplayText
    /// The account and server, as far as they are known.
    package let introduction: DisplayText
    /// The address to open in the browser; empty if no browser is needed.
    package let address: DisplayText
    /// The fields to fill in, in this order.
    package let fields: [Field]
    /// The login methods to choose from, in place of fields.
    package let methods: [Method]
    package let initialFields: Fields
    /// Whether ``Field/server`` is required.
    package let isServerNeeded: Bool
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// Information that needs no action.
    package let note: DisplayText
    package let logIn: Action<Fields>
    package let cancel: @MainActor () -> Void

    package init(
        number: Int, title: DisplayText, introduction: DisplayText, address: DisplayText = .empty,
        fields: [Field], methods: [Method] = [], initialFields: Fields = Fields(), isServerNeeded: Bool = false,
        shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, note: DisplayText = .empty, logIn: Action<Fields>,
        cancel: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.introduction = introduction
        self.address = address
        self.fields = fields
        self.methods = methods
        self.initialFields = initialFields
        self.isServerNeeded = isServerNeeded
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.note = note
        self.logIn = logIn
        self.cancel = cancel
    }
}

extension LoginViewModel.Field {
    /// Whether typed characters are masked.
    package var isSecret: Bool { self == .password || self == .token }

    package var label: DisplayText {
        switch self {
        case .user: .words("contacts.matrix-id")
        case .password: .words("login.password")
        case .server: .words("login.server")
        case .token: .words("login.token")
        case .address: .words("login.address-of-the-browser")
        }
    }

    package var placeholder: DisplayText {
        switch self {
        case .user: "@name:example.org"
        case .password, .token: .empty
        case .address: "http://127.0.0.1:…"
        case .server: .words("login.server-placeholder")
        }
    }
}
