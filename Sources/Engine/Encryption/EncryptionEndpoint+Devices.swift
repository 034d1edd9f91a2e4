import MatrixAPI
package import MatrixClient
import MatrixCrypto
import Storage

/// The devices of other people.
extension EncryptionEndpoint {
    /// The maximum number of people in one request.
    private static let queried = 250

    /// Loads the devices of people whose devices are outdated or unknown. If another server does not answer, the
    /// known devices of its people stay. They are requested again after a while, so that not every line waits for
    /// that server.
    func refresh(_ userIDs: [String]) async throws {
        let time = now()
        let outdated = try await store.readAside { try $0.outdated(among: userIDs) }.filter { userID, generation in
            silentPeople[userID]?.isSilent(generation, now: time) != true
        }
        for batch in outdated.keys.sorted().batches(of: Self.queried) {
            let asked = Array(batch)
            let answer = try await client.queryKeys(of: asked)
            let told = try await store.write { [userID] tables in
                let trust = TrustReader(tables: tables, ownUserID: userID)
                var told: Set<String> = []
                for userID in asked {
                    // People without an answer are requested again.
                    guard let devices = answer.deviceKeys[userID] else { continue }
                    if let server = UserID(userID)?.server, answer.failures.contains("\(server)") { continue }
                    try trust.store(answer, of: userID)
                    try Self.set(devices, of: userID, outdated[userID] ?? 0, tables)
                    told.insert(userID)
                }
                return told
            }
            for userID in asked {
                let person = DeviceQueryBackoff(
                    generation: outdated[userID] ?? 0, askedAt: time, after: silentPeople[userID])
                silentPeople[userID] = told.contains(userID) ? nil : person
            }
            // Without an answer, the earlier results still hold.
            if !told.isEmpty { devicesChanged() }
        }
    }

    /// Loads outdated or unknown devices of the members of a chat and of its senders, including those who have
    /// left. If the server does not answer, the next opening of the chat retries.
    package func follow(_ senders: Set<String>, chatID: String) async {
        guard let (own, _) = await device() else { return }
        await takeTurn {
            do {
                let (people, strangers) = try await self.store.readAside { tables in
                    let chat = try tables.encryptedChat(chatID)
                    let recipients = RoomKeyRecipients(tables: tables, own: own)
                    let members = try chat.map { try recipients.people($0, chatID: chatID) } ?? []
                    return (members + senders, try tables.untracked(among: Array(senders)))
                }
                if !strangers.isEmpty { try await self.store.write { try $0.track(strangers) } }
                try await self.refresh(people)
            } catch {
                return
            }
        }
    }

    /// The verification states of the account's devices, except those without encryption.
    package func ownDevices() async -> [String: OwnDeviceTrust] {
        guard let (own, _) = await device() else { return [:] }
        return await takeTurn {
            // If the server does not answer, the known state is returned.
            try? await self.refresh([own.userID])
            return (try? await self.store.readAside { try TrustFinder(tables: $0, own: own).ownDevices() }) ?? [:]
        }
    }

    /// The reason that a new chat can't be encrypted for people; `nil` if each of them has a device that can read
    /// it.
    package func hindrance(to userIDs: [String]) async throws(MatrixClientError) -> CreateChatFailureReason? {
        let answer = try await client.queryKeys(of: userIDs)
        for userID in userIDs {
            let reads = (answer.deviceKeys[userID] ?? [:]).contains { deviceID, json in
                let keys = try? DeviceKeys(json: json, of: DeviceAddress(userID: userID, deviceID: deviceID))
                return keys?.algorithms.contains(ExportedRoomKey.algorithm) == true
            }
            guard !reads else { continue }
            let isSilent = UserID(userID).map { answer.failures.contains("\($0.server)") } ?? false
            return isSilent ? .devicesUnknown(userID: userID) : .nothingReads(userID: userID)
        }
        return nil
    }

    /// Stores the devices with a valid self-signature. A device with changed or malformed keys stays as it was.
    /// Devices never change their keys, so a change points to an impostor.
    static func set(
        _ told: [String: JSONValue], of userID: String, _ generation: Int64, _ tables: EncryptionTables
    ) throws {
        let before = Dictionary(try tables.devices(of: userID).map { ($0.deviceID, $0) }) { first, _ in first }
        let devices = told.compactMap { deviceID, json -> StoredDevice? in
            let address = DeviceAddress(userID: userID, deviceID: deviceID)
            guard let keys = try? DeviceKeys(json: json, of: address) else { return before[deviceID] }
            if let known = before[deviceID], !keys.isSame(as: known) { return known }
            return StoredDevice(
                userID: userID, deviceID: deviceID, identityKey: keys.identityKey.base64,
                keys: keys.json.serializedText, verifiedKey: before[deviceID]?.verifiedKey)
        }
        try tables.set(devices, of: userID, generation: generation)
    }

    /// Starts a new session with a device whose messages can't be decrypted any more, at most once an hour
    /// (client-server API, "Recovering from undecryptable messages").
    func unwedge(_ senderKey: Curve25519PublicKey, of sender: String) async {
        guard let (own, key) = await device() else { return }
        let time = now()
        let isDue = try? await store.write { tables -> Bool in
            if let last = try tables.newestOlmSession(peerKey: senderKey.base64), abs(time - last) < Self.hour {
                return false
            }
            try tables.track([sender])
            return true
        }
        guard isDue == true else { return }
        await takeTurn {
            do {
                try await self.refresh([sender])
                let devices = try await self.store.readAside { tables in
                    try RoomKeyRecipients(tables: tables, own: own).readingDevices(of: sender).map(\.0)
                }
                guard let device = devices.first(where: { $0.identityKey == senderKey }) else { return }
                let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
                try await sender.begin(with: [device], now: time)
                try await sender.enqueue("m.dummy", .emptyObject, to: [device])
                try await sender.flush()
            } catch {
                // The next undecryptable message retries this.
                return
            }
        }
    }
}

extension DeviceKeys {
    fileprivate func isSame(as known: StoredDevice) -> Bool {
        guard let json = try? JSONValue(parsing: known.keys), let keys = try? DeviceKeys(json: json, of: address)
        else { return true }
        return keys.identityKey == identityKey && keys.signingKey == signingKey
    }
}
