/// The login flows that a homeserver offers (client-server API, `GET /login`).
package struct LoginFlows: Hashable, Sendable {
    /// The flows by the server's names, such as `m.login.password`.
    package let types: [String]
    /// The identity providers, if the server offers a choice.
    package let providers: [IdentityProvider]
    /// Whether clients that support single sign-on should offer only that (client-server API, "OAuth-aware clients").
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
