package import MatrixAPI

/// The chosen login method and its input.
package enum LoginChoice: Hashable, Sendable {
    case password(user: String, password: String)
    case singleSignOn(IdentityProvider?)
    case token(String)

    package var method: LoginMethod {
        switch self {
        case .password: .password
        case .singleSignOn(let provider): .singleSignOn(provider)
        case .token: .token
        }
    }
}

extension LoginChoice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "LoginChoice(\(method))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
