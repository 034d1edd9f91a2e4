/// A device of one's own account, as the server tells it (client-server API, `GET devices`).
package struct AccountDevice: Hashable, Sendable {
    package let id: String
    /// What its owner called it, or who logged in with it. Text from outside.
    package let name: String?
    /// Where it was last seen from, as the server tells it, often minutes late. Text from outside.
    package let lastSeenAddress: String?
    /// When that was, in milliseconds since 1970 and before the year 10000; `nil` where the server tells nothing of use.
    package let lastSeen: Int64?

    /// - Returns: `nil` where it has no identifier.
    package init?(json: JSONValue) {
        guard let id = json["device_id"]?.identifier, !id.isEmpty else { return nil }
        self.id = id
        name = json["display_name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        lastSeenAddress = json["last_seen_ip"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        lastSeen = json["last_seen_ts"]?.time
    }
}
