/// A room key in a backup (client-server API, "Server-side key backups", `KeyBackupData`). What stands beside the sealed key is what whoever put
/// it there said of it, by which servers tell the better of two.
package struct KeyBackupData: Hashable, Sendable {
    /// The index of the first message that the key opens.
    package let firstIndex: Int64
    /// Through how many hands it went.
    package let forwardedCount: Int64
    /// Whether it came from a device that was verified.
    package let isVerified: Bool
    /// The key, encrypted for the backup's owner.
    package let sealed: JSONValue

    package init(firstIndex: Int64, forwardedCount: Int64, isVerified: Bool, sealed: JSONValue) {
        self.firstIndex = firstIndex
        self.forwardedCount = forwardedCount
        self.isVerified = isVerified
        self.sealed = sealed
    }

    /// - Returns: `nil` where a part is missing or no number can be.
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
