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
