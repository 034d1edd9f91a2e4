package import MatrixAPI

/// A way in that a homeserver offers and Confab can do.
package enum LoginMethod: Hashable, Sendable {
    case password
    /// In a browser; `nil`: the server asks there by whom.
    case singleSignOn(IdentityProvider?)
    /// A login token that somebody got elsewhere.
    case token
}

extension LoginFlows {
    /// What Confab can do of it, the ordinary first.
    ///
    /// - Parameter homeserver: a browser finds no way to one behind a Unix socket.
    package func methods(at homeserver: HomeserverLocation) -> [LoginMethod] {
        var signOns: [LoginMethod] = []
        if hasSingleSignOn, case .url = homeserver {
            signOns = providers.isEmpty ? [.singleSignOn(nil)] : providers.map { .singleSignOn($0) }
        }
        // Then the server's password is for programs that can't do this (client-server API, "OAuth-aware").
        if prefersSingleSignOn, !signOns.isEmpty { return signOns }
        return (hasPassword ? [.password] : []) + signOns + (hasToken ? [.token] : [])
    }
}
