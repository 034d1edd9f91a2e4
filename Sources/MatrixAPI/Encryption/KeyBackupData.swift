/// A room key in a backup (client-server API, "Server-side key backups", `KeyBackupData`). The members beside the
/// encrypted key are the uploader's claims, by which servers choose the better of two keys.
package struct KeyBackupData: Hashable, Sendable {
    /// The index of the first message that the key decrypts.
    package let firstIndex: Int64
    /// The number of times that the key was forwarded.
    package let forwardedCount: Int64
    /// Whether it came from a verified device.
    package let isVerified: Bool
    /// The key, encrypted for the backup's owner.
    package let sealed: JSONValue

    package init(firstIndex: Int64, forwardedCount: Int64, isVerified: Bool, sealed: JSONValue) {
        self.firstIndex = firstIndex
        self.forwardedCount = forwardedCount
        self.isVerified = isVerified
        self.sealed = sealed
    }

    /// - Returns: `nil` if a part is missing or a number is invalid.
    package init?(json: JSONValue) {
        guard let firstIndex = json["first_message_index"]?.integer, firstIndex >= 0,
            let forwardedCount = json["forwarded_count"]?.integer, forwardedCount >= 0,
            let isVerified = json["is_verified"]?.bool, let sealed = json["session_data"], sealed.object != nil
        else { return nil }
        self.init(firstIndex: firstIndex, forwardedCount: forwardedCount, isVerified: isVerified, sealed: sealed)
    }

    package var json: JSONValue {
        [
            "first_message_index": .integer(firstIndex), "forwarded_count": .integer(forwardedCount),
            "is_verified": .bool(isVerified), "session_data": sealed,
        ]
    }
}
