import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// What this device writes.
extension EncryptionEndpoint {
    /// Fixes what a line goes out as, and gives who may read it the key. It is on disk when this returns.
    ///
    /// - Parameters:
    ///   - type: of the event that is encrypted.
    ///   - content: with what it relates to.
    func seal(
        lineID: String, chatID: String, type: String, content: JSONValue
    ) async throws(SealingProblem) {
        guard let (own, key) = await device() else { throw .withoutKeys }
        let time = now()
        let problem = await takeTurn { () async -> SealingProblem? in
            let sender = DeviceMessageSender(client: self.client, store: self.store, own: own, key: key)
            do {
                try await RoomKeySharer(encryption: self, sender: sender, chatID: chatID, now: time).run()
                try await self.encrypt(lineID, chatID, type, content, key)
                return nil
            } catch let problem as SealingProblem {
                return problem
            } catch let error as MatrixClientError {
                return .client(error)
            } catch let error as StorageError {
                return .storage(error)
            } catch {
                return .withoutKeys
            }
        }
        if let problem { throw problem }
    }

    /// The session goes on and the line is sealed in one transaction: no other line is ever sealed with the same key.
    private func encrypt(
        _ lineID: String, _ chatID: String, _ type: String, _ content: JSONValue, _ key: SealingKey
    ) async throws {
        try await store.write { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard let (kept, current) = try keys.sendingSession(chatID: chatID), let account = try keys.account() else {
                throw SealingProblem.withoutKeys
            }
            var session = current
            let plaintext = MegolmPayload.plaintext(type: type, content: content.withoutRelation, roomID: chatID)
            let message = try session.encrypt(plaintext)
            try keys.set(session, chatID: chatID, madeAt: kept.madeAt)
            var sealed: JSONValue = [
                "algorithm": .string(ExportedRoomKey.algorithm), "session_id": .string(session.sessionID),
                "ciphertext": .string(message.base64),
                // Of no use any more, but of clients from before (client-server API, "m.megolm.v1.aes-sha2").
                "sender_key": .string(account.identityKey.publicKey.base64),
            ]
            if let device = try tables.ownDevice() { sealed["device_id"] = .string(device.deviceID) }
            sealed["m.relates_to"] = content["m.relates_to"]
            try tables.seal(lineID: lineID, content: sealed.serializedText)
        }
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
