/// What a homeserver gets to let somebody in.
package enum LoginCredential: Hashable, Sendable {
    case password(user: String, password: String)
    case token(String)
}

extension LoginCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what must stay secret.
    package var description: String { "LoginCredential" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
