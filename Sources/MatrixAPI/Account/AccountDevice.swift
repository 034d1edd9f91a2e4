/// A device of the user's own account, as reported by the server (client-server API, `GET devices`).
package struct AccountDevice: Hashable, Sendable {
    package let id: String
    /// The display name, set by its owner or by anyone who logged in with it. Text from outside.
    package let name: String?
    /// The address from which it was last seen, as reported by the server, often minutes late. Text from outside.
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
