import MatrixAPI
import MatrixCrypto
import Storage

/// Which devices get the key of a chat's lines, within a transaction or a snapshot.
struct RoomKeyRecipients {
    let tables: EncryptionTables
    let own: DeviceAddress

    /// The devices of people, by what they get.
    struct Devices: Sendable {
        var given: [DeviceKeys] = []
        /// They are told that they don't get it: their owner has not signed them.
        var withheld: [DeviceKeys] = []
        /// Whose identity is another than before, so that nobody in the chat gets anything before a person answered for it.
        var changedPeople: [String] = []
    }

    /// Who may read: who is in the chat, and who is invited where the chat shows them what is said meanwhile (client-server API, "Room
    /// history visibility").
    func people(_ chat: EncryptedChat, chatID: String) throws -> [String] {
        try tables.members(chatID: chatID, memberships(chat))
    }

    /// As in `join`.
    func memberships(_ chat: EncryptedChat) -> [String] {
        let showsInvited = ["invited", "shared", "world_readable"].contains(chat.historyVisibility)
        return showsInvited ? ["join", "invite"] : ["join"]
    }

    /// What devices people have that can read, but this one.
    ///
    /// - Parameter known: what was found out before, which still holds for those of whom the same is on disk.
    func find(_ people: [String], known: [PersonRecipients] = []) throws -> [PersonRecipients] {
        let trust = TrustReader(tables: tables, ownUserID: own.userID)
        // By bytes: Swift takes texts for equal that servers tell apart.
        let kept = Dictionary(grouping: try tables.devices(of: people)) { Array($0.userID.utf8) }
        let identities = Dictionary(grouping: try tables.identities(of: people)) { Array($0.userID.utf8) }
        let before = Dictionary(grouping: known) { Array($0.identity.userID.utf8) }
        return try people.map { userID in
            let name = Array(userID.utf8)
            let identity = identities[name]?.first ?? KeptIdentity(userID: userID)
            let devices = kept[name] ?? []
            if let same = before[name]?.first, same.isOf(identity, devices) { return same }
            let person = try trust.person(identity)
            var found = Devices()
            for (device, verifiedKey) in reading(devices) {
                switch person.trust(in: device, verifiedKey: verifiedKey) {
                case .verified, .signedByOwner, .withoutIdentity: found.given.append(device)
                case .notSignedByOwner: found.withheld.append(device)
                case .identityChanged: found.changedPeople = [userID]
                }
            }
            return PersonRecipients(identity: identity, kept: devices, devices: found)
        }
    }

    func readingDevices(of userID: String) throws -> [(DeviceKeys, verifiedKey: String?)] {
        reading(try tables.devices(of: userID))
    }

    private func reading(_ devices: [KeptDevice]) -> [(DeviceKeys, verifiedKey: String?)] {
        devices.compactMap { kept in
            let address = DeviceAddress(userID: kept.userID, deviceID: kept.deviceID)
            guard address != own, let json = try? JSONValue(parsing: kept.keys),
                let keys = try? DeviceKeys(json: json, of: address),
                keys.algorithms.contains(ExportedRoomKey.algorithm)
            else { return nil }
            return (keys, kept.verifiedKey)
        }
    }
}
