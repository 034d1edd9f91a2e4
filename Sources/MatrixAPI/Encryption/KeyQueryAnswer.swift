/// Users' keys as reported by a server (client-server API, `POST keys/query`). None of it is trusted before its
/// signatures are verified.
package struct KeyQueryAnswer: Sendable {
    /// The keys by user and device.
    package let deviceKeys: [String: [String: JSONValue]]
    /// The keys by user.
    package let masterKeys: [String: JSONValue]
    package let selfSigningKeys: [String: JSONValue]
    /// The keys of the own account only.
    package let userSigningKeys: [String: JSONValue]
    /// Servers that could not be reached, so that their keys are missing.
    package let failures: Set<String>

    /// Parses leniently: a malformed part is left out, and the rest is kept.
    package init(json: JSONValue) {
        deviceKeys = (json["device_keys"]?.namedMembers ?? [:]).mapValues(\.namedMembers)
        masterKeys = json["master_keys"]?.namedMembers ?? [:]
        selfSigningKeys = json["self_signing_keys"]?.namedMembers ?? [:]
        userSigningKeys = json["user_signing_keys"]?.namedMembers ?? [:]
        failures = Set((json["failures"]?.object ?? [:]).keys)
    }
}
