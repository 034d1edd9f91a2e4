/// What a server tells of people's keys (client-server API, `POST keys/query`). Nothing of it is true before its signatures were looked
/// at.
package struct KeyQueryAnswer: Sendable {
    /// By user and device.
    package let deviceKeys: [String: [String: JSONValue]]
    /// Each by user.
    package let masterKeys: [String: JSONValue]
    package let selfSigningKeys: [String: JSONValue]
    /// The account's own alone.
    package let userSigningKeys: [String: JSONValue]
    /// Servers that could not be asked, so that what they know is missing.
    package let failures: Set<String>

    /// Lenient: what is malformed costs that part alone.
    package init(json: JSONValue) {
        deviceKeys = (json["device_keys"]?.namedMembers ?? [:]).mapValues(\.namedMembers)
        masterKeys = json["master_keys"]?.namedMembers ?? [:]
        selfSigningKeys = json["self_signing_keys"]?.namedMembers ?? [:]
        userSigningKeys = json["user_signing_keys"]?.namedMembers ?? [:]
        failures = Set((json["failures"]?.object ?? [:]).keys)
    }
}
