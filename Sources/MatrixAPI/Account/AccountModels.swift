/// A device of the user's own account, as reported by the server (client-server API, `GET devices`).
package struct AccountDevice: Hashable, Sendable {
    package let id: String
    /// The display name, set by its owner or by anyone who logged in with it. Untrusted text.
    package let name: String?
    /// The address from which it was last seen, as reported by the server, often minutes late. Untrusted text.
    package let lastSeenAddress: String?
    /// The time at which it was last seen, in milliseconds since 1970 and before the year 10000; `nil` if the
    /// server reports no valid time.
    package let lastSeen: Int64?

    /// - Returns: `nil` if it has no identifier.
    package init?(json: JSONValue) {
        guard let id = json["device_id"]?.identifier, !id.isEmpty else { return nil }
        self.id = id
        name = json["display_name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        lastSeenAddress = json["last_seen_ip"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        lastSeen = json["last_seen_ts"]?.time
    }
}

/// The authentication that a server requires for a request (client-server API, "User-Interactive Authentication API").
/// It is the body of a response with status 401.
package struct AuthenticationChallenge: Hashable, Sendable {
    /// The possible flows, each with its stages in order. Completed stages are left out.
    package let flows: [[String]]
    /// The parameters of each stage, such as the address at which a browser begins it.
    package let parameters: JSONValue
    /// The session that the next request has to name; `nil` if the server keeps none.
    package let session: String?
    /// The error of the last stage.
    package let error: MatrixError?

    /// - Returns: `nil` if no flows are named: the server refuses, and asks for nothing. A flow without remaining
    ///   stages is left out: the server would have accepted it.
    package init?(json: JSONValue) {
        guard let flows = json["flows"]?.array else { return nil }
        let completed = Set((json["completed"]?.array ?? []).compactMap(\.string))
        self.flows = flows.map { flow in
            (flow["stages"]?.array ?? []).compactMap(\.string).filter { !completed.contains($0) }
        }.filter { !$0.isEmpty }
        parameters = json["params"] ?? .emptyObject
        session = json["session"]?.string
        error = MatrixError(json: json)
    }
}

/// An identity provider that a homeserver accepts for logins (client-server API, "Client login via SSO").
package struct IdentityProvider: Hashable, Sendable {
    package let id: String
    /// The provider's name, set by the server. Untrusted text.
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Returns `nil` if it has no name, or an identifier that can't be part of a path.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.string, let name = json["name"]?.string, !name.isEmpty,
            (1...255).contains(id.utf8.count), id.contains(where: { $0 != "." }),
            id.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            })
        else { return nil }
        self.init(id: id, name: name)
    }
}

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

/// The protocol versions and features of a homeserver (client-server API, `GET /_matrix/client/versions`).
package struct ServerVersions: Hashable, Sendable {
    package let versions: [String]
    /// Whether it offers Confab's stream instead of long polls.
    package let hasStream: Bool

    package init(versions: [String], hasStream: Bool) {
        self.versions = versions
        self.hasStream = hasStream
    }

    package init?(json: JSONValue) {
        guard let versions = json["versions"]?.array else { return nil }
        self.versions = versions.compactMap(\.string)
        hasStream = json["unstable_features"]?["im.confab.stream"]?.bool ?? false
    }
}

/// The display name and avatar of a user (client-server API, "Profiles"). Both are untrusted texts.
package struct UserProfile: Hashable, Sendable {
    package let displayName: String?
    /// An `mxc:` address.
    package let avatarURL: String?

    package init(displayName: String?, avatarURL: String?) {
        self.displayName = displayName
        self.avatarURL = avatarURL
    }

    package init(json: JSONValue) {
        self.init(displayName: json["displayname"]?.string, avatarURL: json["avatar_url"]?.string)
    }
}
