import MatrixAPI
import MatrixCrypto
import Storage

/// Requests and answers between the account's devices (client-server API, "Sharing" and "Key requests").
extension EncryptionEndpoint {
    /// The maximum number of sessions that are requested in one run.
    static let askedAtOnce = 50
    /// The time after which unanswered requests are sent once more, and received requests are dropped, in
    /// milliseconds.
    private static let day: Int64 = 86_400_000

    // MARK: Asking

    /// Asks the verified devices for missing secrets.
    func askForSecrets(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let time = now()
        let isAsking = try await store.write { tables -> Bool in
            let keys = DeviceKeyTables(tables: tables, key: key)
            let reader = OwnIdentityReader(keys: keys, own: own)
            guard let (identity, isVerified) = try reader.identity(), isVerified else { return false }
            let devices = try reader.others().filter(\.trust.receivesSecrets)
            guard !devices.isEmpty else { return false }
            var missing = try keys.missingSecrets(of: identity)
            if let backup = try tables.backup(), try keys.backupKey()?.publicKey.base64 != backup.publicKey {
                missing.append(.backup)
            }
            var messages = false
            for name in missing {
                let open = try tables.secretInquiry(named: name.rawValue)
                if let open, abs(time - open.askedAt) < Self.day, Self.reaches(open, devices.map(\.keys)) { continue }
                let inquiry = SecretInquiry(name, by: own, of: devices)
                try tables.set(
                    StoredSecretRequest(requestID: inquiry.request.requestID, of: inquiry.asked, at: time),
                    forSecret: name.rawValue)
                try Self.send(SecretRequest.type, inquiry.request.content, to: inquiry.devices, tables)
                messages = true
            }
            return messages
        }
        if isAsking { try await flush(own, key) }
    }

    /// Whether all devices that could answer were asked.
    private static func reaches(_ inquiry: StoredSecretRequest, _ devices: [DeviceKeys]) -> Bool {
        devices.allSatisfy { inquiry.asked[$0.address.deviceID] == $0.signingKey.base64 }
    }

    /// Asks the verified devices for keys that neither arrived nor are in the backup, and cancels the requests
    /// for keys that arrived.
    func askForKeys(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let (time, readsBackup) = (now(), backup?.isReadable == true)
        let isAsking = try await store.write { tables -> Bool in
            var isAsking = false
            for (session, inquiry) in try tables.answeredKeyInquiries(limit: Self.askedAtOnce) {
                try tables.removeKeyInquiry(session)
                let request = RoomKeyRequest(nil, deviceID: own.deviceID, requestID: inquiry.requestID)
                let asked = Array(inquiry.devices(of: own.userID).keys)
                try Self.send(RoomKeyRequest.type, request.content, to: asked, tables)
                isAsking = isAsking || !asked.isEmpty
            }
            let reader = OwnIdentityReader(keys: DeviceKeyTables(tables: tables, key: key), own: own)
            let devices = try reader.others().filter(\.trust.receivesSecrets).map(\.keys)
            guard !devices.isEmpty else { return isAsking }
            let deviceIDs = devices.map(\.address.deviceID)
            for session in try tables.sessionsToAsk(backupSince: nil, of: deviceIDs, limit: Self.askedAtOnce) {
                // The backup is tried first.
                if readsBackup, try !tables.isRestored(session.chatID) { continue }
                let open = try tables.keyInquiry(session)
                let request =
                    open.flatMap { $0.requestID.isEmpty ? nil : $0.requestID }
                    .map { RoomKeyRequest(session, deviceID: own.deviceID, requestID: $0) }
                    ?? RoomKeyRequest(session, deviceID: own.deviceID)
                // Devices that were verified since then are asked as well.
                let asked = open?.devices(of: own.userID) ?? [:]
                let new = devices.filter { asked[$0.address] == nil }
                let all = asked.merging(new.map { ($0.address, $0.signingKey) }) { first, _ in first }
                try tables.set(StoredSecretRequest(requestID: request.requestID, of: all, at: time), for: session)
                try Self.send(RoomKeyRequest.type, request.content, to: new.map(\.address), tables)
                isAsking = true
            }
            return isAsking
        }
        if isAsking { try await flush(own, key) }
    }

    private static func send(
        _ type: String, _ content: JSONValue, to devices: [DeviceAddress], _ tables: EncryptionTables
    ) throws {
        try DeviceMessageSender.enqueue(type, Dictionary(devices.map { ($0, content) }) { first, _ in first }, tables)
    }

    // MARK: Answering

    /// Answers requests of verified devices. Unverified devices get no answer, but their earlier requests are
    /// answered once the user verifies them.
    func answerRequests(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let time = now()
        let answers = try await store.write { tables -> [(DeviceRequest, DeviceKeys, type: String, JSONValue)] in
            try tables.removeRequests(before: time - Self.day)
            let requests = try tables.requests()
            guard !requests.isEmpty else { return [] }
            let keys = DeviceKeyTables(tables: tables, key: key)
            let devices = try OwnIdentityReader(keys: keys, own: own).others().filter(\.trust.receivesSecrets)
            return try requests.compactMap { request in
                guard let device = devices.first(where: { $0.keys.address.deviceID == request.deviceID }) else {
                    return nil
                }
                guard let (type, content) = try Self.answer(request, keys) else {
                    try tables.removeRequest(request.requestID, of: request.deviceID)
                    return nil
                }
                return (request, device.keys, type, content)
            }
        }
        guard !answers.isEmpty else { return }
        let failure = await takeTurn { () async -> (any Error)? in
            let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
            do {
                for (request, device, type, content) in answers {
                    let isStranger = try await self.store.readAside { tables in
                        try !tables.hasOlmSession(peerKey: device.identityKey.base64)
                    }
                    if isStranger { try await sender.begin(with: [device], now: time) }
                    try await sender.enqueue(type, content, to: [device]) { tables, reached in
                        // An unreachable device may be reachable later.
                        guard !reached.isEmpty else { return }
                        try tables.removeRequest(request.requestID, of: request.deviceID)
                    }
                }
                try await sender.flush()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Returns the answer to a request; `nil` if this device doesn't have the secret or key.
    private static func answer(
        _ request: DeviceRequest, _ keys: DeviceKeyTables
    ) throws -> (type: String, content: JSONValue)? {
        guard let content = try? JSONValue(parsing: request.content) else { return nil }
        if request.type == SecretRequest.type {
            guard let name = try? SecretRequest(content: content).name.flatMap(SecretName.init(rawValue:)),
                let secret = try keys.secret(name)
            else { return nil }
            return (SharedSecret.type, SharedSecret(secret, answering: request.requestID).content)
        }
        guard let session = RoomKeyRequest(content: content)?.session,
            let key = try keys.tables.roomKeys(of: session).lazy.compactMap({ try? keys.open($0).exported }).first
        else { return nil }
        return (RoomKeyRequest.forwardedType, RoomKeyRequest.answer(key))
    }

    private func flush(_ own: DeviceAddress, _ key: SealingKey) async throws {
        let failure = await takeTurn { () async -> (any Error)? in
            do {
                try await DeviceMessageSender(client: self.client, store: self.store, own: own, key: key).flush()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
