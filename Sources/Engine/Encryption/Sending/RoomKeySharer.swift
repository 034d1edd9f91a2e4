import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Prepares the outbound session of a chat, and shares its key with the people who may read (client-server API,
/// "Sending encrypted events").
struct RoomKeySharer {
    /// The time after which a device without a one-time key is asked again, in milliseconds.
    private static let patience: Int64 = 60_000

    let encryption: EncryptionEndpoint
    let sender: DeviceMessageSender
    let chatID: String
    let now: Int64

    /// The steps to take.
    private struct Plan: Sendable {
        let session: MegolmOutboundSession
        /// The devices without the key.
        let missing: [DeviceKeys]
        /// The devices among these without an Olm session.
        let strangers: [DeviceKeys]
        /// The devices that have not received the notice that the key is withheld.
        let withheld: [DeviceKeys]
    }

    func run() async throws {
        let (people, rule, isShareable) = try await prepare()
        let ready = SharedRoomKeyCache(
            people: people, rule: rule, isShareable: isShareable, devicesNumber: await encryption.devicesNumber)
        if await encryption.readyChats[chatID] == ready, try await sessionServes(rule, isShareable: isShareable) {
            return try await sender.flush()
        }
        try await share(people, rule, isShareable: isShareable)
        await encryption.setReady(ready, chatID: chatID)
    }

    private func share(_ people: [String], _ rule: RotationRule, isShareable: Bool) async throws {
        let plan = try await plan(people, rule, isShareable: isShareable)
        try await withhold(plan)
        if plan.missing.isEmpty { return try await sender.flush() }
        let unreachable = try await sender.begin(with: plan.strangers, now: now)
        let sessionID = plan.session.sessionID
        try await sender.store.write { [now] tables in
            for device in unreachable { try tables.set(device.share(.unreachable, now), sessionID: sessionID) }
        }
        try await sender.enqueueNoOlm(for: unreachable)
        let without = Set(unreachable.map(\.address))
        let content = keyContent(of: plan.session, isShareable: isShareable)
        let reachable = plan.missing.filter { !without.contains($0.address) }
        try await sender.send("m.room_key", content, of: sessionID, to: reachable) { [now] tables, reached in
            for device in reached { try tables.set(device.share(.given, now), sessionID: sessionID) }
        }
    }

    /// The content of `m.room_key`.
    func keyContent(of session: MegolmOutboundSession, isShareable: Bool) -> JSONValue {
        [
            "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(chatID),
            "session_id": .string(session.sessionID), "session_key": .string(session.sharedKey),
            "shared_history": .bool(isShareable),
        ]
    }

    /// Whether the existing session need not be replaced yet and no device has to be retried.
    private func sessionServes(_ rule: RotationRule, isShareable: Bool) async throws -> Bool {
        try await sender.store.readAside { [self] tables in
            let keys = DeviceKeyTables(tables: tables, key: sender.key)
            guard let (kept, session) = try keys.sendingSession(chatID: chatID) else { return false }
            return try serves(kept, session, rule, isShareable: isShareable)
                && !tables.hasUnreachable(sessionID: kept.sessionID)
        }
    }

    private func serves(
        _ kept: SendingKey, _ session: MegolmOutboundSession, _ rule: RotationRule, isShareable: Bool
    ) -> Bool {
        !kept.isOver && kept.isShareable == isShareable
            && !rule.isOver(messages: session.index, age: now - kept.madeAt)
    }

    /// Notifies devices that they get no key, because their owner has not signed them (client-server API,
    /// `m.room_key.withheld`).
    private func withhold(_ plan: Plan) async throws {
        let sessionID = plan.session.sessionID
        for batch in plan.withheld.batches(of: DeviceMessageSender.batch) {
            try await sender.store.write { [chatID, now, own = sender.own] tables in
                guard
                    let senderKey = try tables.roomKey(
                        RoomSession(chatID: chatID, sessionID: sessionID), of: own.userID)?.senderKey
                else { return }
                let content: JSONValue = [
                    "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(chatID),
                    "session_id": .string(sessionID), "sender_key": .string(senderKey), "code": "m.unverified",
                ]
                for device in batch { try tables.set(device.share(.withheld, now), sessionID: sessionID) }
                let messages = Dictionary(batch.map { ($0.address, content) }) { first, _ in first }
                try DeviceMessageSender.enqueue("m.room_key.withheld", messages, tables)
            }
        }
    }

    /// A chat without the state has shared history. If the state is malformed, only members receive keys
    /// (client-server API, "Room History Visibility").
    private static func historyVisibility(_ content: JSONValue?) -> String {
        guard let content else { return "shared" }
        return content["history_visibility"]?.string ?? "joined"
    }

    /// Loads all data that the plan needs.
    func prepare() async throws -> (people: [String], RotationRule, isShareable: Bool) {
        var chat = try await sender.store.readAside { [chatID] in try $0.encryptedChat(chatID) }
        if chat?.settings == nil || chat?.historyVisibility == nil {
            let settings = try await sender.client.stateContent(roomID: chatID, type: "m.room.encryption")
            if settings == nil, chat?.settings == nil, chat?.isPromised == true {
                throw LineEncryptionError.encryptionMissing
            }
            let visibility = try await sender.client.stateContent(roomID: chatID, type: "m.room.history_visibility")
            try await sender.store.write { [chatID] tables in
                try tables.add(
                    settings: (settings ?? .emptyObject).serializedText,
                    historyVisibility: Self.historyVisibility(visibility), chatID: chatID)
            }
            chat = try await sender.store.readAside { [chatID] in try $0.encryptedChat(chatID) }
        }
        // The response may still contain people who left during the request.
        while let asked = chat, !asked.hasAllMembers {
            let members = try await sender.client.members(roomID: chatID).compactMap(MembershipDecoder.member)
            chat = try await sender.store.write { [chatID] tables in
                try tables.setAll(members, chatID: chatID, asOf: asked.membersNumber)
                return try tables.encryptedChat(chatID)
            }
        }
        let known = chat ?? EncryptedChat(settings: nil, historyVisibility: "joined", hasAllMembers: false)
        let (people, strangers) = try await sender.store.readAside { [chatID, own = sender.own] tables in
            let people = try RoomKeyRecipients(tables: tables, own: own).people(known, chatID: chatID)
            return (people, try tables.untracked(among: people))
        }
        if !strangers.isEmpty { try await sender.store.write { try $0.track(strangers) } }
        try await encryption.refresh(people)
        let isShareable = ["shared", "world_readable"].contains(known.historyVisibility)
        return (people, RotationRule(settings: known.settings), isShareable)
    }

    private func plan(_ people: [String], _ rule: RotationRule, isShareable: Bool) async throws -> Plan {
        let all = try await recipients(people)
        guard all.changedPeople.isEmpty else { throw LineEncryptionError.identityChanged(all.changedPeople) }
        return try await sender.store.write { [self] tables in
            let keys = DeviceKeyTables(tables: tables, key: sender.key)
            let devices = all.given
            let session = try session(keys, devices, rule, isShareable: isShareable)
            let shares = Dictionary(
                try tables.shares(sessionID: session.sessionID).map {
                    (DeviceAddress(userID: $0.userID, deviceID: $0.deviceID), $0)
                }
            ) { first, _ in first }
            let missing = devices.filter { device in
                guard let share = shares[device.address] else { return true }
                switch share.outcome {
                case .given: return false
                // The owner has signed the device meanwhile.
                case .withheld: return true
                case .unreachable: return abs(now - share.triedAt) >= Self.patience
                }
            }
            let withheld = all.withheld.filter { shares[$0.address] == nil }
            let unknown = try tables.withoutOlmSession(among: missing.map(\.identityKey.base64))
            return Plan(
                session: session, missing: missing,
                strangers: unknown.isEmpty ? [] : missing.filter { unknown.contains($0.identityKey.base64) },
                withheld: withheld)
        }
    }

    /// Finds the recipients in a snapshot, so that other writes need not wait.
    private func recipients(_ people: [String]) async throws -> RoomKeyRecipients.Devices {
        let number = await encryption.devicesNumber
        let known = await encryption.knownRecipients
        // The cache is skipped if an identity changed, since accepting the change does not invalidate it.
        if let known, known.devicesNumber == number, known.people.map(\.identity.userID) == people,
            known.devices.changedPeople.isEmpty
        {
            return known.devices
        }
        let found = try await sender.store.readAside { [own = sender.own] tables in
            try RoomKeyRecipients(tables: tables, own: own).find(people, known: known?.people ?? [])
        }
        let recipients = RecipientCache(people: found, devicesNumber: number)
        await encryption.setKnown(recipients)
        return recipients.devices
    }

    /// Returns the existing session or a new one. The session is replaced if it is too old, if a device has its
    /// key that may no longer read, or if the shareability changes. Later members may then receive the keys of
    /// messages from now on, unlike earlier ones (client-server API, "Shareable encryption sessions").
    private func session(
        _ keys: DeviceKeyTables, _ devices: [DeviceKeys], _ rule: RotationRule, isShareable: Bool
    ) throws -> MegolmOutboundSession {
        if let (kept, session) = try keys.sendingSession(chatID: chatID),
            serves(kept, session, rule, isShareable: isShareable)
        {
            let present = Set(devices.map(\.address))
            let gave = try keys.tables.shares(sessionID: session.sessionID).filter { $0.outcome == .given }
            if gave.allSatisfy({ present.contains(DeviceAddress(userID: $0.userID, deviceID: $0.deviceID)) }) {
                return session
            }
        }
        let session = MegolmOutboundSession()
        try keys.set(session, chatID: chatID, madeAt: now, isShareable: isShareable)
        try store(session, keys, isShareable: isShareable)
        return session
    }

    /// Stores the session's key so that this device can decrypt its own messages.
    func store(_ session: MegolmOutboundSession, _ keys: DeviceKeyTables, isShareable: Bool) throws {
        guard let account = try keys.account() else { return }
        try keys.set(
            RoomKey(
                MegolmInboundSession(MegolmSessionKey(shared: session.sharedKey)), chatID: chatID,
                sender: sender.own.userID, senderKey: account.identityKey.publicKey,
                signingKey: account.signingKey.publicKey, origin: .own, isShareable: isShareable))
    }
}

extension DeviceKeys {
    fileprivate func share(_ outcome: KeyShare.Outcome, _ now: Int64) -> KeyShare {
        KeyShare(userID: address.userID, deviceID: address.deviceID, outcome: outcome, triedAt: now)
    }
}

/// Shares keys for verifications, which have to reach unknown devices too, since comparing emoji is what
/// identifies them.
extension RoomKeySharer {
    /// Shares the key of the session for verifications with all devices of all people who may read. This includes
    /// unsigned devices and those of an unaccepted identity (client-server API, "Key verification framework").
    func shareForVerification() async throws -> VerificationSession {
        let people = try await prepare().people
        let (devices, unknown) = try await sender.store.readAside { [own = sender.own] tables in
            let recipients = RoomKeyRecipients(tables: tables, own: own)
            let devices = try people.flatMap { try recipients.readingDevices(of: $0).map(\.0) }
            return (devices, try tables.withoutOlmSession(among: devices.map(\.identityKey.base64)))
        }
        let present = Set(devices.map(\.address))
        var one: VerificationSession
        if let known = await encryption.verificationSessions[chatID], known.serves(present, now: now) {
            one = known
        } else {
            one = VerificationSession(madeAt: now)
            let session = one.session
            try await sender.store.write { [self] tables in
                try store(session, DeviceKeyTables(tables: tables, key: sender.key), isShareable: false)
            }
        }
        let missing = devices.filter { !one.told.contains($0.address) }
        if missing.isEmpty {
            try await sender.flush()
        } else {
            try await sender.begin(with: missing.filter { unknown.contains($0.identityKey.base64) }, now: now)
            let content = keyContent(of: one.session, isShareable: false)
            try await sender.send("m.room_key", content, of: one.session.sessionID, to: missing) { _, _ in }
            one.told.formUnion(missing.map(\.address))
        }
        return one
    }
}
