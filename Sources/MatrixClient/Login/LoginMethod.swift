package import MatrixAPI

/// A login method that a homeserver offers and Confab supports.
package enum LoginMethod: Hashable, Sendable {
    case password
    /// In a browser; `nil` if the server's page asks for the provider.
    case singleSignOn(IdentityProvider?)
    /// A login token from elsewhere.
    case token
}

extension LoginFlows {
    /// Returns the methods that Confab supports, the usual ones first.
    ///
    /// - Parameter homeserver: a browser can't reach one on a Unix socket.
    package func methods(at homeserver: HomeserverLocation) -> [LoginMethod] {
        var signOns: [LoginMethod] = []
        if hasSingleSignOn, case .url = homeserver {
            signOns = providers.isEmpty ? [.singleSignOn(nil)] : providers.map { .singleSignOn($0) }
        }
        // The server's password is then meant for clients without single sign-on (client-server API, "OAuth-aware").
        if prefersSingleSignOn, !signOns.isEmpty { return signOns }
        return (hasPassword ? [.password] : []) + signOns + (hasToken ? [.token] : [])
    }
}
