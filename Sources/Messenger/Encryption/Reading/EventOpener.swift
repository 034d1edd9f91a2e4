import Conversations
import MatrixAPI
import MatrixCrypto
import Storage

/// Reads encrypted events (client-server API, "m.megolm.v1.aes-sha2"), within a snapshot.
struct EventOpener {
    let keys: DeviceKeyTables
    var known: KnownRoomKeys

    mutating func open(_ event: MatrixEvent, chatID: String) throws -> OpenedEvent {
        let session = event.content["session_id"]?.identifier.map { RoomSession(chatID: chatID, sessionID: $0) }
        do throws(Hindrance) {
            return try open(event, of: session)
        } catch {
            switch error {
            case .sealed(let reason):
                return OpenedEvent(event: event, encryption: .sealed(reason, sessionID: session?.sessionID))
            case .disk(let error): throw error
            }
        }
    }

    private enum Hindrance: Error {
        case sealed(SealedReason)
        case disk(any Error)
    }

    private mutating func open(_ event: MatrixEvent, of session: RoomSession?) throws(Hindrance) -> OpenedEvent {
        guard event.content["algorithm"]?.string == ExportedRoomKey.algorithm else {
            throw .sealed(.unknownAlgorithm)
        }
        guard let session, let sender = event.sender, let ciphertext = event.content["ciphertext"]?.string,
            let message = try? MegolmMessage(base64: ciphertext)
        else { throw .sealed(.malformed) }
        let payload = try payload(of: message, from: sender, session)
        try refuseReplay(event, of: message.index, session)
        guard let opened = event.opened(payload) else { throw .sealed(.malformed) }
        return OpenedEvent(
            event: opened, encryption: .opened(sessionID: session.sessionID, index: message.index))
    }

    private func key(of session: RoomSession, from sender: String) throws(Hindrance) -> RoomKey {
        if let key = known[session, sender] { return key }
        do {
            if let key = try keys.roomKey(session, of: sender) {
                // Whoever handed it on says whose device made it, and the server says who wrote the event.
                if try key.kept.sender.isEmpty && keys.isOfAnother(key, than: sender) {
                    throw Hindrance.sealed(.otherSender)
                }
                return key
            }
            // One that can't be opened may be the backup's as well.
            if try keys.tables.roomKey(session, of: sender) != nil { throw Hindrance.sealed(.withoutKeys) }
            if try keys.tables.hasRoomKey(session) { throw Hindrance.sealed(.otherSender) }
            let code = try keys.tables.withheldCode(session, of: sender)
            throw Hindrance.sealed(code.map { .withheld(code: $0) } ?? .awaitsKey)
        } catch let error as Hindrance {
            throw error
        } catch {
            throw .disk(error)
        }
    }

    private mutating func payload(
        of message: MegolmMessage, from sender: String, _ session: RoomSession
    ) throws(Hindrance) -> MegolmPayload {
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

    /// Refuses a message that is on disk as another event: a server could show one twice (Megolm, "Message Replays").
    private func refuseReplay(
        _ event: MatrixEvent, of index: UInt32, _ session: RoomSession
    ) throws(Hindrance) {
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
    /// Whether the device that is said to have made a key is known, and only as somebody else's. A device signs whose it is by the key that
    /// is looked for beside the one it encrypts with, so that nobody passes another's off as their own.
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
    /// The event that was encrypted. What it relates to stands beside the ciphertext, and counts there alone (client-server API,
    /// "Editing encrypted events").
    ///
    /// - Returns: `nil` where it is none that may be encrypted: a redaction in there would pass by the server that has to allow it.
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
