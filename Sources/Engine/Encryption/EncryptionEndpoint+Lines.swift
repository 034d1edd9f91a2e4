import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Encrypting the messages of this device.
extension EncryptionEndpoint {
    /// Encrypts a line and shares its key with the members of the chat. The result is on disk when this returns.
    /// The ciphertext of an earlier try is kept while the same devices can read it. Otherwise the line is
    /// encrypted again. A member who was removed during an outage must not read it, and a new member must.
    ///
    /// - Parameters:
    ///   - type: the type of the encrypted event.
    ///   - content: the content with its relation.
    func seal(
        lineID: String, chatID: String, type: String, content: JSONValue
    ) async throws(LineEncryptionError) {
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

    /// Shares the key of the next line while the user types, so that Enter sends it without delay. A failure is
    /// retried with the line.
    package func prepare(chatID: String) async {
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

    /// Encrypts an event of a verification. Its session is shared with all devices and is never used for lines.
    ///
    /// - Returns: the event unchanged if the chat is not encrypted.
    func sealedForVerification(
        _ type: String, _ content: JSONValue, chatID: String
    ) async throws(LineEncryptionError) -> (type: String, content: JSONValue) {
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
            guard let senderKey = account?.identityKey.publicKey else { throw LineEncryptionError.withoutKeys }
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
    ) async throws(LineEncryptionError) -> JSONValue {
        guard let (own, key) = await device() else { throw .withoutKeys }
        let time = now()
        let result = await takeTurn { () async -> Result<JSONValue, LineEncryptionError> in
            let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
            do {
                return .success(
                    try await work(RoomKeySharer(encryption: self, sender: sender, chatID: chatID, now: time)))
            } catch let problem as LineEncryptionError {
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
    /// A fingerprint of the chat's outbound session and the devices that have its key; `nil` if there is no
    /// session.
    fileprivate func recipients(chatID: String) throws -> String? {
        guard let sessionID = try sendingKey(chatID: chatID)?.sessionID else { return nil }
        let given = try shares(sessionID: sessionID).filter { $0.outcome == .given }
        let names = given.map { "\($0.userID)\n\($0.deviceID)" }.sorted()
        return Fingerprint(of: ([sessionID] + names).joined(separator: "\n")).text
    }
}

extension DeviceKeyTables {
    /// Encrypts an event and advances the session in the same transaction, so that no message key is used twice.
    fileprivate func encrypt(_ type: String, _ content: JSONValue, chatID: String) throws -> JSONValue {
        guard let (kept, current) = try sendingSession(chatID: chatID), let account = try account(),
            let device = try tables.ownDevice()
        else { throw LineEncryptionError.withoutKeys }
        var session = current
        let sealed = try session.seal(
            type, content, chatID: chatID, senderKey: account.identityKey.publicKey, deviceID: device.deviceID)
        try set(session, chatID: chatID, madeAt: kept.madeAt, isShareable: kept.isShareable)
        return sealed
    }
}

extension DeviceKeyTables {
    /// Whether the account's events show that the chat's outbound session is ahead of this profile, as in a restored
    /// older copy. The profile would then reuse message indices, which recipients reject as replays.
    ///
    /// - Parameter own: events of the account.
    func isBehind(_ own: [DecryptedEvent], chatID: String) throws -> Bool {
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
            // Both fields are deprecated, but old clients need them (client-server API, "m.megolm.v1.aes-sha2").
            "sender_key": .string(senderKey.base64), "device_id": .string(deviceID),
        ]
        sealed["m.relates_to"] = content["m.relates_to"]
        return sealed
    }
}

extension JSONValue {
    /// The content without its relation, which is sent unencrypted beside the ciphertext.
    fileprivate var withoutRelation: JSONValue {
        var content = self
        content["m.relates_to"] = nil
        return content
    }
}

/// The reason that a line could not be encrypted.
enum LineEncryptionError: Error {
    case client(MatrixClientError)
    case storage(StorageError)
    /// The identities of these people changed, and the user has not accepted that.
    case identityChanged([String])
    /// The account requested encryption for the chat, and the server shows no encryption state.
    case encryptionMissing
    /// This device's own keys can't be decrypted.
    case withoutKeys
}
