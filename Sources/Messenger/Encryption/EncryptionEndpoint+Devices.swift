import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// The devices of others.
extension EncryptionEndpoint {
    /// How many people are asked for at once.
    private static let queried = 250

    /// Asks for the devices of those among people whose devices changed, or were never asked for. Where a server can't be asked by
    /// ours, what was known of its people stays, and they are asked for again after a while: a line doesn't wait for it each time.
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
                    // Of whom nothing is said is asked again.
                    guard let devices = answer.deviceKeys[userID] else { continue }
                    if let server = UserID(userID)?.server, answer.failures.contains("\(server)") { continue }
                    try trust.keep(answer, of: userID)
                    try Self.set(devices, of: userID, outdated[userID] ?? 0, tables)
                    told.insert(userID)
                }
                return told
            }
            for userID in asked {
                let person = SilentPerson(
                    generation: outdated[userID] ?? 0, askedAt: time, after: silentPeople[userID])
                silentPeople[userID] = told.contains(userID) ? nil : person
            }
            // Where nothing was said of anybody, what was found out before is still so.
            if !told.isEmpty { devicesChanged() }
        }
    }

    /// Asks for the devices of who may read a chat and of who said something there, also of who has left since, where they changed or
    /// nobody asked yet. Where the server doesn't answer, the next opening of the chat asks again.
    func follow(_ senders: Set<String>, chatID: String) async {
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

    /// How far the devices of the account are known to be its own; without those that encrypt nothing.
    func ownDevices() async -> [String: OwnDeviceTrust] {
        guard let (own, _) = await device() else { return [:] }
        return await takeTurn {
            // What was known before is told where the server doesn't answer.
            try? await self.refresh([own.userID])
            return (try? await self.store.readAside { try TrustFinder(tables: $0, own: own).ownDevices() }) ?? [:]
        }
    }

    /// Why a new chat can't be encrypted for people; `nil` where each of them has a device that can read that.
    func hindrance(to userIDs: [String]) async throws(MatrixClientError) -> CreateChatFailure? {
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

    /// Those that are signed by themselves. One whose keys are others than they were, or make no sense, stays as it was: a device never
    /// changes them, so that somebody else says so.
    static func set(
        _ told: [String: JSONValue], of userID: String, _ generation: Int64, _ tables: EncryptionTables
    ) throws {
        let before = Dictionary(try tables.devices(of: userID).map { ($0.deviceID, $0) }) { first, _ in first }
        let devices = told.compactMap { deviceID, json -> KeptDevice? in
            let address = DeviceAddress(userID: userID, deviceID: deviceID)
            guard let keys = try? DeviceKeys(json: json, of: address) else { return before[deviceID] }
            if let known = before[deviceID], !keys.isSame(as: known) { return known }
            return KeptDevice(
                userID: userID, deviceID: deviceID, identityKey: keys.identityKey.base64,
                keys: keys.json.serializedText, verifiedKey: before[deviceID]?.verifiedKey)
        }
        try tables.set(devices, of: userID, generation: generation)
    }

    /// Begins anew with a device whose messages can't be read any more, at most once an hour (client-server API, "Recovering from
    /// undecryptable messages").
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
                try await sender.keep("m.dummy", .emptyObject, to: [device])
                try await sender.flush()
            } catch {
                // The next message that can't be read tries again.
                return
            }
        }
    }
}

extension DeviceKeys {
    fileprivate func isSame(as known: KeptDevice) -> Bool {
        guard let json = try? JSONValue(parsing: known.keys), let keys = try? DeviceKeys(json: json, of: address)
        else { return true }
        return keys.identityKey == identityKey && keys.signingKey == signingKey
    }
}
