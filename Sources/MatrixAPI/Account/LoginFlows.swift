/// The ways in that a homeserver offers (client-server API, `GET /login`).
package struct LoginFlows: Hashable, Sendable {
    /// As the server names them, such as `m.login.password`.
    package let types: [String]

    package init(types: [String]) {
        self.types = types
    }

    package init?(json: JSONValue) {
        guard let flows = json["flows"]?.array else { return nil }
        types = flows.compactMap { $0["type"]?.string }
    }

    package var hasPassword: Bool { types.contains("m.login.password") }
    package var hasSingleSignOn: Bool { types.contains("m.login.sso") }
}
