import GRDB

/// The latest changes of keys, in their order.
struct KeyChangesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Records that the user's devices or their keys changed.
    func noteDevices(of user: String) throws { try record(user, "") }

    /// Records that the device has more or fewer one-time keys, or its fallback key was used.
    func noteCount(of device: Caller) throws { try record(device.userID, device.deviceID) }

    /// Records that the signer signed another user's key, which only the signer sees. The signer's name is stored
    /// in place of a device. A user with a device of that name queries keys once too often.
    func noteSignature(of owner: String, by signer: String) throws { try record(owner, signer) }

    private func record(_ user: String, _ deviceID: String) throws {
        try database.run("INSERT OR REPLACE INTO key_changes (user_id, device_id) VALUES (?, ?)", [user, deviceID])
    }

    func hasNewCount(_ device: Caller, after: Int64, upTo: Int64) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM key_changes WHERE user_id = ? AND device_id = ? AND position > ? AND position <= ?",
            [device.userID, device.deviceID, after, upTo]) != nil
    }

    /// Returns the users whose devices the user has to query again, because they changed or the users share a room
    /// only now. Also returns the users who share no room with the user any more.
    func lists(for user: String, after: SyncToken, upTo: SyncToken) throws -> DeviceLists {
        var changed: Set<String> = []
        if after.keys < upTo.keys { changed = try changedPeers(of: user, after: after.keys, upTo: upTo.keys) }
        guard upTo.keys > 0, after.events < upTo.events else {
            return DeviceLists(changed: changed, left: [])
        }
        let moved = try movedPeers(of: user, after: after.events, upTo: upTo.events)
            .union(encryptedPeers(of: user, after: after.events, upTo: upTo.events))
        let met = try met(moved, by: user)
        return DeviceLists(changed: changed.union(met), left: moved.subtracting(met))
    }

    private func changedPeers(of user: String, after: Int64, upTo: Int64) throws -> Set<String> {
        Set(
            try database.strings(
                """
                SELECT k.user_id FROM key_changes k WHERE k.position > ?2 AND k.position <= ?3
                AND (k.device_id = ?1 OR (k.device_id = '' AND (k.user_id = ?1 OR EXISTS (
                    SELECT 1 FROM memberships a JOIN memberships b ON b.user_id = ?1 AND b.room_id = a.room_id
                    WHERE a.user_id = k.user_id AND a.membership = 'join' AND b.membership = 'join'))))
                """, [user, after, upTo]))
    }

    /// Returns other users with keys whose membership changed in one of the user's rooms, or who are in a room
    /// where the user's own changed.
    private func movedPeers(of user: String, after: Int64, upTo: Int64) throws -> Set<String> {
        Set(
            try database.strings(
                """
                SELECT m.user_id FROM memberships m
                JOIN memberships mine ON mine.user_id = ?1 AND mine.room_id = m.room_id AND mine.membership = 'join'
                WHERE m.stream > ?2 AND m.stream <= ?3 AND m.user_id <> ?1
                    AND EXISTS (SELECT 1 FROM device_keys d WHERE d.user_id = m.user_id)
                UNION
                SELECT b.user_id FROM memberships mine
                JOIN memberships b ON b.room_id = mine.room_id AND b.membership = 'join' AND b.user_id <> ?1
                WHERE mine.user_id = ?1 AND mine.stream > ?2 AND mine.stream <= ?3
                    AND EXISTS (SELECT 1 FROM device_keys d WHERE d.user_id = b.user_id)
                """, [user, after, upTo]))
    }

    /// Returns other users with keys in a room of the user's that became encrypted.
    private func encryptedPeers(of user: String, after: Int64, upTo: Int64) throws -> Set<String> {
        // A few events are searched faster directly; for many, the rooms are searched.
        let rooms =
            upTo - after <= KeyChangesTable.shortGap
            ? "SELECT room_id FROM events WHERE stream > ?2 AND stream <= ?3 AND type = 'm.room.encryption' AND state_key = ''"
            : """
            SELECT s.room_id FROM memberships a JOIN current_state s ON s.room_id = a.room_id
            AND s.type = 'm.room.encryption' AND s.state_key = '' AND s.stream > ?2 AND s.stream <= ?3
            WHERE a.user_id = ?1 AND a.membership = 'join'
            """
        return Set(
            try database.strings(
                """
                SELECT b.user_id FROM memberships mine
                JOIN memberships b ON b.room_id = mine.room_id AND b.membership = 'join' AND b.user_id <> ?1
                WHERE mine.user_id = ?1 AND mine.membership = 'join' AND mine.room_id IN (\(rooms))
                    AND EXISTS (SELECT 1 FROM device_keys d WHERE d.user_id = b.user_id)
                """, [user, after, upTo]))
    }

    private static let shortGap: Int64 = 2000

    /// Returns the people who share a room with the user.
    private func met(_ people: Set<String>, by user: String) throws -> Set<String> {
        try people.filter { try MembershipsTable(database).shareRoom($0, user) }
    }
}
