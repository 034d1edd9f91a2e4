import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// What this device writes.
extension EncryptionEndpoint {
    /// Fixes what a line goes out as, and gives who may read it the key. It is on disk when this returns. A line that an
    /// earlier try encrypted stays as it is while the same devices can read it, and is encrypted anew for others: who was
    /// removed during an outage must not read it, and who came meanwhile must.
    ///
    /// - Parameters:
    ///   - type: of the event that is encrypted.
    ///   - content: with what it relates to.
    func seal(
        lineID: String, chatID: String, type: String, content: JSONValue
    ) async throws(SealingProblem) {
        _ = try await sealing(in: chatID) { sharer in
            try await sharer.run()
            return try await sharer.sender.store.write { tables in
                let keys = DeviceKeyTables(tables: tables, key: sharer.sender.key)
                let recipients = try tables.recipients(chatID: chatID)
                if let recipients, try tables.sealedFor(lineID: lineID) == recipients { return .null }
                let sealed = try keys.encrypt(type, content, chatID: chatID)
                try tables.seal(lineID: lineID, content: sealed.serializedText, for: recipients ?? "")
                return sealed
            }
        }
    }

    /// Gives who may read a chat the key of its next line while somebody types that, so that nobody waits for it after Enter. What can't
    /// be done now is tried again with the line.
    func prepare(chatID: String) async {
        guard let (own, key) = await device() else { return }
        let time = now()
        await takeTurn {
            let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
            do {
                guard try await self.store.readAside({ try $0.encryptedChat(chatID) }) != nil else { return }
                try await RoomKeySharer(encryption: self, sender: sender, chatID: chatID, now: time).run()
            } catch {
                return
            }
        }
    }

    /// Encrypts an event of a verification, by a session that all devices get the key of and that no line is sealed with.
    ///
    /// - Returns: as it came where the chat is not encrypted.
    func sealedForVerification(
        _ type: String, _ content: JSONValue, chatID: String
    ) async throws(SealingProblem) -> (type: String, content: JSONValue) {
        do {
            let isEncrypted = try await store.readAside { try $0.encryptedChat(chatID) } != nil
            guard isEncrypted else { return (type, content) }
        } catch {
            throw .storage(error)
        }
        let sealed = try await sealing(in: chatID) { sharer in
            var one = try await sharer.shareForVerification()
            let account = try await sharer.sender.store.readAside { tables in
                try DeviceKeyTables(tables: tables, key: sharer.sender.key).account()
            }
            guard let senderKey = account?.identityKey.publicKey else { throw SealingProblem.withoutKeys }
            let sealed = try one.session.seal(
                type, content, chatID: chatID, senderKey: senderKey, deviceID: sharer.sender.own.deviceID)
            await self.set(one, chatID: chatID)
            return sealed
        }
        return ("m.room.encrypted", sealed)
    }

    private func set(_ session: VerificationSession, chatID: String) { verificationSessions[chatID] = session }

    private func sealing(
        in chatID: String, _ work: @escaping @Sendable (RoomKeySharer) async throws -> JSONValue
    ) async throws(SealingProblem) -> JSONValue {
        guard let (own, key) = await device() else { throw .withoutKeys }
        let time = now()
        let result = await takeTurn { () async -> Result<JSONValue, SealingProblem> in
            let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
            do {
                return .success(
                    try await work(RoomKeySharer(encryption: self, sender: sender, chatID: chatID, now: time)))
            } catch let problem as SealingProblem {
                return .failure(problem)
            } catch let error as MatrixClientError {
                return .failure(.client(error))
            } catch let error as StorageError {
                return .failure(.storage(error))
            } catch {
                return .failure(.withoutKeys)
            }
        }
        return try result.get()
    }
}

extension EncryptionTables {
    /// Names the session that writes to a chat and the devices that have its key; `nil` where there is no session.
    fileprivate func recipients(chatID: String) throws -> String? {
        guard let sessionID = try sendingKey(chatID: chatID)?.sessionID else { return nil }
        let given = try shares(sessionID: sessionID).filter { $0.outcome == .given }
        let names = given.map { "\($0.userID)\n\($0.deviceID)" }.sorted()
        return Fingerprint(of: ([sessionID] + names).joined(separator: "\n")).text
    }
}

extension DeviceKeyTables {
    /// The session goes on in the transaction in which an event is sealed: no other is ever sealed with the same key.
    fileprivate func encrypt(_ type: String, _ content: JSONValue, chatID: String) throws -> JSONValue {
        guard let (kept, current) = try sendingSession(chatID: chatID), let account = try account(),
            let device = try tables.ownDevice()
        else { throw SealingProblem.withoutKeys }
        var session = current
        let sealed = try session.seal(
            type, content, chatID: chatID, senderKey: account.identityKey.publicKey, deviceID: device.deviceID)
        try set(session, chatID: chatID, madeAt: kept.madeAt, isShareable: kept.isShareable)
        return sealed
    }
}

extension DeviceKeyTables {
    /// Whether this device's own events show that its session for a chat went on further than this profile knows, as where
    /// the profile is a copy that was made earlier. What it would say next has numbers that others read already, and refuse.
    ///
    /// - Parameter own: events of the account.
    func isBehind(_ own: [OpenedEvent], chatID: String) throws -> Bool {
        let encrypted = own.compactMap(\.encryption)
        guard !encrypted.isEmpty, let (kept, session) = try sendingSession(chatID: chatID), !kept.isOver else {
            return false
        }
        return encrypted.contains { encryption in
            switch encryption {
            case .opened(kept.sessionID, let index): index >= session.index
            case .sealed(.isReplay, kept.sessionID): true
            case .opened, .sealed: false
            }
        }
    }
}

extension MegolmOutboundSession {
    fileprivate mutating func seal(
        _ type: String, _ content: JSONValue, chatID: String, senderKey: Curve25519PublicKey, deviceID: String
    ) throws -> JSONValue {
        let message = try encrypt(
            MegolmPayload.plaintext(type: type, content: content.withoutRelation, roomID: chatID))
        var sealed: JSONValue = [
            "algorithm": .string(ExportedRoomKey.algorithm), "session_id": .string(sessionID),
            "ciphertext": .string(message.base64),
            // Of no use any more, but of clients from before (client-server API, "m.megolm.v1.aes-sha2").
            "sender_key": .string(senderKey.base64), "device_id": .string(deviceID),
        ]
        sealed["m.relates_to"] = content["m.relates_to"]
        return sealed
    }
}

extension JSONValue {
    /// What an event relates to stands beside the ciphertext.
    fileprivate var withoutRelation: JSONValue {
        var content = self
        content["m.relates_to"] = nil
        return content
    }
}
