/// The credential that a homeserver gets for a login.
package enum LoginCredential: Hashable, Sendable {
    case password(user: String, password: String)
    case token(String)
}

extension LoginCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "LoginCredential" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
