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

    /// All devices of theirs that can read, but this one.
    func devices(of people: [String]) throws -> Devices {
        var devices = Devices()
        let trust = TrustReader(tables: tables, ownUserID: own.userID)
        for userID in people {
            let person = try trust.person(userID)
            for (device, verifiedKey) in try readingDevices(of: userID) {
                switch person.trust(in: device, verifiedKey: verifiedKey) {
                case .verified, .signedByOwner, .withoutIdentity: devices.given.append(device)
                case .notSignedByOwner: devices.withheld.append(device)
                case .identityChanged:
                    if devices.changedPeople.last != userID { devices.changedPeople.append(userID) }
                }
            }
        }
        return devices
    }

    func readingDevices(of userID: String) throws -> [(DeviceKeys, verifiedKey: String?)] {
        try tables.devices(of: userID).compactMap { kept in
            let address = DeviceAddress(userID: kept.userID, deviceID: kept.deviceID)
            guard address != own, let json = try? JSONValue(parsing: kept.keys),
                let keys = try? DeviceKeys(json: json, of: address),
                keys.algorithms.contains(ExportedRoomKey.algorithm)
            else { return nil }
            return (keys, kept.verifiedKey)
        }
    }
}
