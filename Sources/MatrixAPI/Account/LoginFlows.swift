/// The ways in that a homeserver offers (client-server API, `GET /login`).
package struct LoginFlows: Hashable, Sendable {
    /// As the server names them, such as `m.login.password`.
    package let types: [String]
    /// Who says who somebody is, where the server lets one choose.
    package let providers: [IdentityProvider]
    /// Whether single sign-on is what programs should offer alone that can do it (client-server API, "OAuth-aware clients").
    package let prefersSingleSignOn: Bool

    package init(types: [String], providers: [IdentityProvider] = [], prefersSingleSignOn: Bool = false) {
        self.types = types
        self.providers = providers
        self.prefersSingleSignOn = prefersSingleSignOn
    }

    package init?(json: JSONValue) {
        guard let flows = json["flows"]?.array else { return nil }
        let signOn = flows.first { $0["type"]?.string == "m.login.sso" }
        self.init(
            types: flows.compactMap { $0["type"]?.string },
            providers: (signOn?["identity_providers"]?.array ?? []).compactMap(IdentityProvider.init(json:)),
            prefersSingleSignOn: signOn?["oauth_aware_preferred"]?.bool ?? false)
    }

    package var hasPassword: Bool { types.contains("m.login.password") }
    package var hasSingleSignOn: Bool { types.contains("m.login.sso") }
    package var hasToken: Bool { types.contains("m.login.token") }
}
