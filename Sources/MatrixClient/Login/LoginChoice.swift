package import MatrixAPI

/// How somebody wants to log in.
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
    /// Without what must stay secret.
    package var description: String { "LoginChoice(\(method))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
