package import Conversations
import MatrixAPI
package import MatrixCrypto
package import Storage

/// Finds the trust in senders and devices within a snapshot.
package struct TrustFinder {
    package let tables: EncryptionTables
    package let own: DeviceAddress

    package init(tables: EncryptionTables, own: DeviceAddress) {
        self.tables = tables
        self.own = own
    }

    /// Returns the warnings about lines. Lines without a warning are left out.
    package func doubts(of origins: Set<LineOrigin>, chatID: String) throws -> [LineOrigin: AuthenticityWarning] {
        guard !origins.isEmpty else { return [:] }
        return try sources(of: origins, chatID: chatID).compactMapValues(doubt)
    }

    /// The device that encrypted a line, and the warning about it. The device is `nil` if its key is unproved or
    /// the sender no longer has the device.
    package func encrypter(of origin: LineOrigin, chatID: String) throws -> (
        device: MessageInfoKey.Device?, doubt: AuthenticityWarning?
    ) {
        guard let source = try sources(of: [origin], chatID: chatID)[origin] else { return (nil, nil) }
        let device =
            source.key?.isOwn == true
            ? MessageInfoKey.Device(deviceID: own.deviceID, isThisOne: true)
            : source.device.map { MessageInfoKey.Device(deviceID: $0.keys.address.deviceID, isThisOne: false) }
        return (device, doubt(of: source))
    }

    private func sources(of origins: Set<LineOrigin>, chatID: String) throws -> [LineOrigin: Source] {
        let keys = Dictionary(
            grouping: try tables.keyOrigins(of: origins.map(\.sessionID), chatID: chatID), by: \.sessionID)
        let senders = Set(origins.map(\.sender))
        let people = try known(Array(senders))
        let followed = try tables.known(among: Array(senders))
        var sources: [LineOrigin: Source] = [:]
        for origin in origins {
            sources[origin] = Source(
                key: keys[origin.sessionID]?.first { $0.sender == origin.sender }, person: people[origin.sender],
                isFollowed: followed.contains(origin.sender))
        }
        return sources
    }

    private func doubt(of source: Source) -> AuthenticityWarning? {
        guard let key = source.key else { return .unprovenKey }
        guard !key.isOwn else { return nil }
        guard let person = source.person, let device = source.device else {
            return source.isFollowed ? .unknownDevice : .uncheckedDevice
        }
        switch person.identity.trust(in: device.keys, verifiedKey: device.verifiedKey) {
        case .verified, .signedByOwner, .withoutIdentity: return nil
        case .notSignedByOwner: return .notSignedByOwner(isOwnerVerified: person.identity.isVerified)
        case .identityChanged: return .identityChanged
        }
    }

    package func people(_ userIDs: [String]) throws -> [String: PersonTrust] {
        try known(userIDs).mapValues { person in
            let trusts = Set(person.devices.map { person.identity.trust(in: $0.keys, verifiedKey: $0.verifiedKey) })
            if trusts.contains(.identityChanged) { return .identityChanged }
            if trusts.contains(.notSignedByOwner) { return .hasUnverifiedDevice }
            return person.identity.isVerified ? .verified : .unverified
        }
    }

    /// The devices of the account, including this one.
    func ownDevices() throws -> [String: OwnDeviceTrust] {
        let person = try TrustReader(tables: tables, ownUserID: own.userID).person(own.userID)
        var trust: [String: OwnDeviceTrust] = [:]
        for device in try tables.devices(of: own.userID) {
            let address = DeviceAddress(userID: own.userID, deviceID: device.deviceID)
            guard let json = try? JSONValue(parsing: device.keys), let keys = try? DeviceKeys(json: json, of: address)
            else { continue }
            switch person.trust(in: keys, verifiedKey: device.verifiedKey) {
            case .verified: trust[device.deviceID] = .verified
            case .signedByOwner, .notSignedByOwner, .identityChanged: trust[device.deviceID] = .unverified
            // Without an identity there is nothing to verify the device with.
            case .withoutIdentity: continue
            }
        }
        return trust
    }

    /// The people who may read the chat and whose identity changed.
    package func changed(chatID: String) throws -> [ChangedIdentity] {
        guard let chat = try tables.encryptedChat(chatID) else { return [] }
        let recipients = RoomKeyRecipients(tables: tables, own: own)
        let changed = try tables.changedIdentities(chatID: chatID, recipients.memberships(chat))
        guard !changed.isEmpty else { return [] }
        let unanswered = Set(try recipients.find(changed.map(\.userID)).flatMap(\.devices.changedPeople))
        return changed.filter { unanswered.contains($0.userID) }
    }

    /// A person with their known devices, except this device.
    private struct Known {
        let identity: TrustReader.KnownPerson
        var devices: [(keys: DeviceKeys, verifiedKey: String?)]
    }

    /// The origin of a line.
    private struct Source {
        /// The origin of its key; `nil` if that is unproved.
        let key: KeyOrigin?
        /// The sender.
        let person: Known?
        /// Whether the sender's current devices are known.
        let isFollowed: Bool

        /// The sender's device that the key belongs to.
        var device: (keys: DeviceKeys, verifiedKey: String?)? {
            guard let key else { return nil }
            return person?.devices.first { device in
                device.keys.identityKey.base64 == key.senderKey
                    && key.signingKey.map { $0 == device.keys.signingKey.base64 } ?? true
            }
        }
    }

    private func known(_ userIDs: [String]) throws -> [String: Known] {
        let reader = TrustReader(tables: tables, ownUserID: own.userID)
        let devices = Dictionary(grouping: try tables.devices(of: userIDs), by: \.userID)
        let identities = Dictionary(
            try tables.identities(of: userIDs).map { ($0.userID, $0) }, uniquingKeysWith: { first, _ in first })
        var known: [String: Known] = [:]
        for userID in userIDs {
            let kept = identities[userID] ?? StoredIdentity(userID: userID)
            known[userID] = Known(
                identity: try reader.person(kept),
                devices: (devices[userID] ?? []).compactMap { device in
                    let address = DeviceAddress(userID: userID, deviceID: device.deviceID)
                    guard address != own, let json = try? JSONValue(parsing: device.keys),
                        let keys = try? DeviceKeys(json: json, of: address)
                    else { return nil }
                    return (keys, device.verifiedKey)
                })
        }
        return known
    }
}
