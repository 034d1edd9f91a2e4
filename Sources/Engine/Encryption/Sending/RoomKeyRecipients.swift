import MatrixAPI
import MatrixCrypto
import Storage

/// Finds the devices that receive the key of a chat's lines, within a transaction or a snapshot.
struct RoomKeyRecipients {
    let tables: EncryptionTables
    let own: DeviceAddress

    /// The devices of people, by the result for them.
    struct Devices: Sendable {
        var given: [DeviceKeys] = []
        /// The devices that are notified that the key is withheld, because their owner's identity has not signed them.
        var withheld: [DeviceKeys] = []
        /// The people whose identity changed. Nothing is sent to the chat before the user accepts that.
        var changedPeople: [String] = []
    }

    /// The people who may read: the members, and invited people if they may read messages from now on
    /// (client-server API, "Room history visibility").
    func people(_ chat: EncryptedChat, chatID: String) throws -> [String] {
        try tables.members(chatID: chatID, memberships(chat))
    }

    /// The membership values of the people who may read, such as `join`.
    func memberships(_ chat: EncryptedChat) -> [String] {
        let showsInvited = ["invited", "shared", "world_readable"].contains(chat.historyVisibility)
        return showsInvited ? ["join", "invite"] : ["join"]
    }

    /// Finds the devices of people that can decrypt, except this one.
    ///
    /// - Parameter known: earlier results, which still hold for people whose stored data is the same.
    func find(_ people: [String], known: [PersonRecipients] = []) throws -> [PersonRecipients] {
        let trust = TrustReader(tables: tables, ownUserID: own.userID)
        // The IDs are compared by bytes, because Swift treats some texts as equal that servers distinguish.
        let kept = Dictionary(grouping: try tables.devices(of: people)) { Array($0.userID.utf8) }
        let identities = Dictionary(grouping: try tables.identities(of: people)) { Array($0.userID.utf8) }
        let before = Dictionary(grouping: known) { Array($0.identity.userID.utf8) }
        return try people.map { userID in
            let name = Array(userID.utf8)
            let identity = identities[name]?.first ?? StoredIdentity(userID: userID)
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

    private func reading(_ devices: [StoredDevice]) -> [(DeviceKeys, verifiedKey: String?)] {
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

/// A cache of the devices of a person that receive keys, with its inputs. The checked signatures stay valid while
/// the stored inputs are the same.
struct PersonRecipients: Sendable {
    let identity: StoredIdentity
    let kept: [StoredDevice]
    let devices: RoomKeyRecipients.Devices

    /// Compares by bytes, as signatures do.
    func isOf(_ identity: StoredIdentity, _ kept: [StoredDevice]) -> Bool {
        let texts = zip(Self.texts(self.identity), Self.texts(identity)).allSatisfy(Self.areSame)
        return texts && self.kept.count == kept.count
            && zip(self.kept, kept).allSatisfy { zip(Self.texts($0), Self.texts($1)).allSatisfy(Self.areSame) }
    }

    private static func texts(_ identity: StoredIdentity) -> [String?] {
        [identity.userID, identity.keys, identity.masterKey, identity.seenKey, identity.verifiedKey]
    }

    private static func texts(_ device: StoredDevice) -> [String?] {
        [device.userID, device.deviceID, device.identityKey, device.keys, device.verifiedKey]
    }

    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.utf8.elementsEqual(other.utf8)
    }
}
