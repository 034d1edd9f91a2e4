import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Has a session ready with which a chat can be written to, and gives its key to who may read (client-server API, "Sending encrypted
/// events").
struct RoomKeySharer {
    /// After which a device that had no key to give is asked again, in milliseconds.
    private static let patience: Int64 = 60_000

    let encryption: EncryptionEndpoint
    let sender: DeviceMessageSender
    let chatID: String
    let now: Int64

    /// What has to be done.
    private struct Plan: Sendable {
        let session: MegolmOutboundSession
        /// Without the key.
        let missing: [DeviceKeys]
        /// Of these, those with which nothing was agreed on.
        let strangers: [DeviceKeys]
        /// Those that are not told yet that they don't get it.
        let withheld: [DeviceKeys]
        /// Whether all others were reached.
        let isWhole: Bool
    }

    func run() async throws {
        let (people, rule, isShareable) = try await prepare()
        let ready = ReadyChat(
            people: people, rule: rule, isShareable: isShareable, devicesNumber: await encryption.devicesNumber)
        if await encryption.readyChats[chatID] == ready, try await sessionServes(rule) {
            return try await sender.flush()
        }
        if try await share(people, rule, isShareable: isShareable) {
            await encryption.setReady(ready, chatID: chatID)
        }
    }

    /// - Returns: whether nobody is left who has to be tried again.
    private func share(_ people: [String], _ rule: RotationRule, isShareable: Bool) async throws -> Bool {
        let plan = try await plan(people, rule)
        try await withhold(plan)
        if plan.missing.isEmpty {
            try await sender.flush()
            return plan.isWhole
        }
        let unreachable = try await sender.begin(with: plan.strangers, now: now)
        let sessionID = plan.session.sessionID
        try await sender.store.write { [now] tables in
            for device in unreachable { try tables.set(device.share(.unreachable, now), sessionID: sessionID) }
        }
        let without = Set(unreachable.map(\.address))
        let content: JSONValue = [
            "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(chatID),
            "session_id": .string(sessionID), "session_key": .string(plan.session.sharedKey),
            "shared_history": .bool(isShareable),
        ]
        let reachable = plan.missing.filter { !without.contains($0.address) }
        try await sender.send("m.room_key", content, to: reachable) { [now] tables, reached in
            for device in reached { try tables.set(device.share(.given, now), sessionID: sessionID) }
        }
        return plan.isWhole && unreachable.isEmpty
    }

    /// Whether the session that is there need not give way to a new one yet.
    private func sessionServes(_ rule: RotationRule) async throws -> Bool {
        try await sender.store.readAside { [self] tables in
            let keys = DeviceKeyTables(tables: tables, key: sender.key)
            guard let (kept, session) = try keys.sendingSession(chatID: chatID) else { return false }
            return !rule.isOver(messages: session.index, age: now - kept.madeAt)
        }
    }

    /// Tells devices that their owner has not signed them (client-server API, `m.room_key.withheld`).
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
                try DeviceMessageSender.keep("m.room_key.withheld", messages, tables)
            }
        }
    }

    /// Has all known that the plan needs.
    private func prepare() async throws -> (people: [String], RotationRule, isShareable: Bool) {
        var chat = try await sender.store.readAside { [chatID] in try $0.encryptedChat(chatID) }
        if chat?.settings == nil || chat?.historyVisibility == nil {
            let settings = try await sender.client.stateContent(roomID: chatID, type: "m.room.encryption")
            let visibility = try await sender.client.stateContent(roomID: chatID, type: "m.room.history_visibility")
            try await sender.store.write { [chatID] tables in
                try tables.add(
                    settings: (settings ?? .emptyObject).serializedText,
                    historyVisibility: visibility?["history_visibility"]?.string ?? "shared", chatID: chatID)
            }
            chat = try await sender.store.readAside { [chatID] in try $0.encryptedChat(chatID) }
        }
        let known = chat ?? EncryptedChat(settings: nil, historyVisibility: "joined", hasAllMembers: false)
        if !known.hasAllMembers {
            let events = try await sender.client.members(roomID: chatID)
            let members = events.compactMap(MembershipDecoder.member)
            try await sender.store.write { [chatID] in try $0.setAll(members, chatID: chatID) }
        }
        let (people, strangers) = try await sender.store.readAside { [chatID, own = sender.own] tables in
            let people = try RoomKeyRecipients(tables: tables, own: own).people(known, chatID: chatID)
            return (people, try tables.untracked(among: people))
        }
        if !strangers.isEmpty { try await sender.store.write { try $0.track(strangers) } }
        try await encryption.refresh(people)
        let isShareable = ["shared", "world_readable"].contains(known.historyVisibility)
        return (people, RotationRule(settings: known.settings), isShareable)
    }

    private func plan(_ people: [String], _ rule: RotationRule) async throws -> Plan {
        let all = try await recipients(people)
        guard all.changedPeople.isEmpty else { throw SealingProblem.identityChanged(all.changedPeople) }
        return try await sender.store.write { [self] tables in
            let keys = DeviceKeyTables(tables: tables, key: sender.key)
            let devices = all.given
            let session = try session(keys, devices, rule)
            let shares = Dictionary(
                try tables.shares(sessionID: session.sessionID).map {
                    (DeviceAddress(userID: $0.userID, deviceID: $0.deviceID), $0)
                }
            ) { first, _ in first }
            let missing = devices.filter { device in
                guard let share = shares[device.address] else { return true }
                switch share.outcome {
                case .given: return false
                // Its owner signed it meanwhile.
                case .withheld: return true
                case .unreachable: return abs(now - share.triedAt) >= Self.patience
                }
            }
            let withheld = all.withheld.filter { shares[$0.address] == nil }
            let unknown = try tables.withoutOlmSession(among: missing.map(\.identityKey.base64))
            return Plan(
                session: session, missing: missing,
                strangers: unknown.isEmpty ? [] : missing.filter { unknown.contains($0.identityKey.base64) },
                withheld: withheld, isWhole: shares.values.allSatisfy { $0.outcome != .unreachable })
        }
    }

    /// Checked in a snapshot: nobody else who writes waits for that.
    private func recipients(_ people: [String]) async throws -> RoomKeyRecipients.Devices {
        let number = await encryption.devicesNumber
        let known = await encryption.knownRecipients
        // A person answers for those whose identity changed, of which nobody tells here.
        if let known, known.devicesNumber == number, known.people.map(\.identity.userID) == people,
            known.devices.changedPeople.isEmpty
        {
            return known.devices
        }
        let found = try await sender.store.readAside { [own = sender.own] tables in
            try RoomKeyRecipients(tables: tables, own: own).find(people, known: known?.people ?? [])
        }
        let recipients = KnownRecipients(people: found, devicesNumber: number)
        await encryption.setKnown(recipients)
        return recipients.devices
    }

    /// The one that is there, or a new one where it served long enough, or somebody has its key who must not read on.
    private func session(
        _ keys: DeviceKeyTables, _ devices: [DeviceKeys], _ rule: RotationRule
    ) throws -> MegolmOutboundSession {
        if let (kept, session) = try keys.sendingSession(chatID: chatID),
            !rule.isOver(messages: session.index, age: now - kept.madeAt)
        {
            let present = Set(devices.map(\.address))
            let gave = try keys.tables.shares(sessionID: session.sessionID).filter { $0.outcome == .given }
            if gave.allSatisfy({ present.contains(DeviceAddress(userID: $0.userID, deviceID: $0.deviceID)) }) {
                return session
            }
        }
        let session = MegolmOutboundSession()
        try keys.set(session, chatID: chatID, madeAt: now)
        guard let account = try keys.account() else { return session }
        try keys.set(
            RoomKey(
                MegolmInboundSession(MegolmSessionKey(shared: session.sharedKey)), chatID: chatID,
                sender: sender.own.userID, senderKey: account.identityKey.publicKey,
                signingKey: account.signingKey.publicKey, origin: .own, isShareable: false))
        return session
    }
}

extension DeviceKeys {
    fileprivate func share(_ outcome: KeyShare.Outcome, _ now: Int64) -> KeyShare {
        KeyShare(userID: address.userID, deviceID: address.deviceID, outcome: outcome, triedAt: now)
    }
}
