import Conversations
import MatrixAPI
import MatrixCrypto
import Storage

/// Decrypts events within a snapshot (client-server API, "m.megolm.v1.aes-sha2").
struct EventDecryptor {
    let keys: DeviceKeyTables
    var known: RoomKeyCache

    mutating func open(_ event: MatrixEvent, chatID: String) throws -> DecryptedEvent {
        let session = event.content["session_id"]?.identifier.map { RoomSession(chatID: chatID, sessionID: $0) }
        do throws(OpeningError) {
            return try open(event, of: session)
        } catch {
            switch error {
            case .sealed(let reason):
                return DecryptedEvent(event: event, encryption: .sealed(reason, sessionID: session?.sessionID))
            case .disk(let error): throw error
            }
        }
    }

    private enum OpeningError: Error {
        case sealed(DecryptionFailureReason)
        case disk(any Error)
    }

    private mutating func open(_ event: MatrixEvent, of session: RoomSession?) throws(OpeningError) -> DecryptedEvent {
        guard event.content["algorithm"]?.string == ExportedRoomKey.algorithm else {
            throw .sealed(.unknownAlgorithm)
        }
        guard let session, let sender = event.sender, let ciphertext = event.content["ciphertext"]?.string,
            let message = try? MegolmMessage(base64: ciphertext)
        else { throw .sealed(.malformed) }
        let payload = try payload(of: message, from: sender, session)
        try refuseReplay(event, of: message.index, session)
        guard let opened = event.opened(payload) else { throw .sealed(.malformed) }
        return DecryptedEvent(
            event: opened, encryption: .opened(sessionID: session.sessionID, index: message.index))
    }

    private func key(of session: RoomSession, from sender: String) throws(OpeningError) -> RoomKey {
        if let key = known[session, sender] { return key }
        do {
            if let key = try keys.roomKey(session, of: sender) {
                // The forwarder of an unproved key claims which device created it, and the server claims who sent
                // the event.
                if try key.kept.sender.isEmpty && keys.isOfAnother(key, than: sender) {
                    throw OpeningError.sealed(.otherSender)
                }
                return key
            }
            // A key that can't be opened here may still be in the backup.
            if try keys.tables.roomKey(session, of: sender) != nil { throw OpeningError.sealed(.withoutKeys) }
            if try keys.tables.hasRoomKey(session) { throw OpeningError.sealed(.otherSender) }
            let code = try keys.tables.withheldCode(session, of: sender)
            throw OpeningError.sealed(code.map { .withheld(code: $0) } ?? .awaitsKey)
        } catch let error as OpeningError {
            throw error
        } catch {
            throw .disk(error)
        }
    }

    private mutating func payload(
        of message: MegolmMessage, from sender: String, _ session: RoomSession
    ) throws(OpeningError) -> MegolmPayload {
        var key = try key(of: session, from: sender)
        do {
            let plaintext = try key.session.decrypt(message)
            known[session, sender] = key
            return try MegolmPayload(plaintext: plaintext, roomID: session.chatID)
        } catch {
            if case .indexTooLow = error { throw .sealed(.beforeKey) }
            throw .sealed(.malformed)
        }
    }

    /// Rejects a message that is stored as another event, since a server could show it twice (Megolm, "Message
    /// Replays").
    private func refuseReplay(
        _ event: MatrixEvent, of index: UInt32, _ session: RoomSession
    ) throws(OpeningError) {
        guard let eventID = event.eventID else { throw .sealed(.malformed) }
        let isReplay: Bool
        do {
            isReplay = try keys.tables.wasShown(index, of: session, elsewhereThan: eventID)
        } catch {
            throw .disk(error)
        }
        if isReplay { throw .sealed(.isReplay) }
    }
}

extension DeviceKeyTables {
    /// Whether the device that allegedly created a key is known, and only as another person's. Both of its keys
    /// are compared. The signing key signs the owner's ID, so that nobody can pass off another's device as their
    /// own.
    fileprivate func isOfAnother(_ key: RoomKey, than sender: String) throws -> Bool {
        guard let claimed = key.kept.signingKey else { return false }
        let owners = try tables.devices(identityKey: key.kept.senderKey).filter { device in
            let address = DeviceAddress(userID: device.userID, deviceID: device.deviceID)
            let known = (try? JSONValue(parsing: device.keys)).flatMap { try? DeviceKeys(json: $0, of: address) }
            return known?.signingKey.base64 == claimed
        }
        return !owners.isEmpty && !owners.contains { $0.userID == sender }
    }
}

extension MatrixEvent {
    /// The decrypted event. Its relation is sent beside the ciphertext, and only that one counts (client-server
    /// API, "Editing encrypted events").
    ///
    /// - Returns: `nil` if events of this type may not be encrypted: an encrypted redaction would bypass the
    ///   server's permission check.
    fileprivate func opened(_ payload: MegolmPayload) -> MatrixEvent? {
        guard !["m.room.redaction", "m.room.encrypted"].contains(payload.type) else { return nil }
        var json = source
        var inner = payload.content
        inner["m.relates_to"] = content["m.relates_to"]
        json["type"] = .string(payload.type)
        json["content"] = inner
        return MatrixEvent(json: json)
    }
}

/// Stored events that could not be decrypted before and now may be.
struct ArrivedEvents: Sendable {
    let chatID: String
    /// The decrypted events in their order, including those that still can't be decrypted.
    let events: [MatrixEvent]
    /// The resulting changes on disk.
    let applied: AppliedSlice
}
