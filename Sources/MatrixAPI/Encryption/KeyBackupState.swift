/// How much is in a backup of room keys (client-server API, `PUT room_keys/keys`).
package struct KeyBackupState: Hashable, Sendable {
    /// How many keys; `nil` where the server doesn't say.
    package let count: Int64?
    /// Another than the last one where another device changed the backup; `nil` where the server doesn't say.
    package let etag: String?

    package init(json: JSONValue) {
        count = json["count"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        etag = json["etag"]?.token
    }
}
