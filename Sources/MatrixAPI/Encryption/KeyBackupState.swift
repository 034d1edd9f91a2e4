/// The size and version of a backup of room keys (client-server API, `PUT room_keys/keys`).
package struct KeyBackupState: Hashable, Sendable {
    /// The number of keys; `nil` if the server doesn't report it.
    package let count: Int64?
    /// The tag, which changes when another device changed the backup; `nil` if the server doesn't report it.
    package let etag: String?

    package init(json: JSONValue) {
        count = json["count"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        etag = json["etag"]?.token
    }
}
