import GRDB

/// When keys last changed, in the order in which they did.
struct KeyChangesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// The user's devices or their keys are others than before.
    func noteDevices(of user: String) throws { try note(user, "") }

    /// The device has more or fewer one-time keys, or its fallback key was used.
    func noteCount(of device: Caller) throws { try note(device.userID, device.deviceID) }

    private func note(_ user: String, _ deviceID: String) throws {
        try database.run("INSERT OR REPLACE INTO key_changes (user_id, device_id) VALUES (?, ?)", [user, deviceID])
    }
}
