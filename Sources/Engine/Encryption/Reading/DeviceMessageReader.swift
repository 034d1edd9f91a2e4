import MatrixAPI
import MatrixCrypto
import Storage

/// Processes messages of other devices within a transaction (client-server API, "Send-to-Device messaging"). A
/// duplicate or undecryptable message changes nothing.
struct DeviceMessageReader {
    let keys: DeviceKeyTables
    let own: DeviceAddress
    /// The current time in milliseconds since 1970.
    let now: Int64
    /// The maximum number of unused keys from one person: enough for a million messages in chats with usual
    /// settings.
    private static let maxKeys = 10_000
    /// Other people who sent keys.
    private var senders: Set<String> = []
    /// Whether a room key has arrived, or the reason that one is withheld.
    var hasNews = false
    /// Whether a message requires a run of the chores.
    var hasChores = false
    /// The devices whose messages can't be decrypted any more, or that can't write to this one, with their
    /// owners.
    private(set) var wedged: [Curve25519PublicKey: String] = [:]

    init(keys: DeviceKeyTables, own: DeviceAddress, now: Int64) {
        (self.keys, self.own, self.now) = (keys, own, now)
    }

    mutating func process(_ messages: [DeviceMessage]) throws {
        guard !messages.isEmpty, var account = try keys.account() else { return }
        let before = account.state
        let ownKey = account.identityKey.publicKey.base64
        for message in messages {
            switch message.type {
            case "m.room.encrypted":
                guard let (payload, senderKey) = try open(message, by: ownKey, &account) else { continue }
                try process(payload, from: senderKey)
                try takeOwn(payload, from: senderKey)
            case SecretRequest.type, RoomKeyRequest.type:
                try takeRequest(message)
            case "m.room_key.withheld":
                restartSession(message)
                try storeWithheld(message.content, by: message.sender)
            default:
                continue
            }
        }
        for sender in senders { try keys.tables.boundRoomKeys(of: sender, to: Self.maxKeys) }
        guard account.state != before, let device = try keys.tables.ownDevice() else { return }
        try keys.set(account, deviceID: device.deviceID, isUploaded: device.isUploaded)
    }

    // MARK: Olm

    private mutating func open(
        _ message: DeviceMessage, by ownKey: String, _ account: inout OlmAccount
    ) throws -> (OlmPayload, Curve25519PublicKey)? {
        guard message.content["algorithm"]?.string == "m.olm.v1.curve25519-aes-sha2",
            let senderKey = message.content["sender_key"]?.string.flatMap({ try? Curve25519PublicKey(base64: $0) }),
            let ciphertext = message.content["ciphertext"]?[ownKey], let type = ciphertext["type"]?.integer,
            let body = ciphertext["body"]?.string, let envelope = try? OlmEnvelope(type: type, body: body)
        else { return nil }
        let plaintext: [UInt8]
        switch try decrypt(envelope, from: senderKey, &account) {
        case .plaintext(let bytes): plaintext = bytes
        case .duplicate: return nil
        case .unreadable:
            wedged[senderKey] = message.sender
            return nil
        }
        let payload = try? OlmPayload(
            plaintext: plaintext, sender: message.sender, senderKey: senderKey, recipient: own.userID,
            recipientKey: account.signingKey.publicKey)
        return payload.map { ($0, senderKey) }
    }

    private enum Decrypted {
        case plaintext([UInt8])
        /// The session has decrypted the message before, or one that is far ahead of it.
        case duplicate
        case unreadable
    }

    private func decrypt(
        _ envelope: OlmEnvelope, from senderKey: Curve25519PublicKey, _ account: inout OlmAccount
    ) throws -> Decrypted {
        for var session in try keys.olmSessions(with: senderKey) {
            if case .prekey(let prekey) = envelope, !session.matches(prekey) { continue }
            let plaintext: [UInt8]
            do throws(CryptoError) {
                plaintext = try session.decrypt(envelope)
            } catch {
                if case .messageKeyGone = error { return .duplicate }
                // A fallback key stays valid, so that starting the session again would decrypt old messages a second
                // time.
                if case .prekey = envelope { return .unreadable }
                continue
            }
            try keys.set(session, usedAt: now)
            return .plaintext(plaintext)
        }
        guard case .prekey(let prekey) = envelope, let taken = try? account.startInboundSession(prekey, from: senderKey)
        else {
            return .unreadable
        }
        try keys.set(taken.session, usedAt: now)
        return .plaintext(taken.plaintext)
    }

    // MARK: Room keys

    private mutating func process(_ payload: OlmPayload, from senderKey: Curve25519PublicKey) throws {
        guard payload.type == "m.room_key", payload.content["algorithm"]?.string == ExportedRoomKey.algorithm,
            let chatID = payload.content["room_id"]?.identifier,
            let text = payload.content["session_key"]?.string, let key = try? MegolmSessionKey(shared: text),
            payload.content["session_id"]?.string == key.sessionID
        else { return }
        let room = RoomKey(
            MegolmInboundSession(key), chatID: chatID, sender: payload.sender, senderKey: senderKey,
            signingKey: payload.signingKey, origin: .device,
            isShareable: payload.content["shared_history"]?.bool ?? false)
        guard try keys.add(room) else { return }
        hasNews = true
        if payload.sender != own.userID { senders.insert(payload.sender) }
    }

    /// Starts a session with a device that could not start one with this device.
    private mutating func restartSession(_ message: DeviceMessage) {
        guard message.content["code"]?.string == DeviceMessageSender.withoutOlm,
            let key = message.content["sender_key"]?.string.flatMap({ try? Curve25519PublicKey(base64: $0) })
        else { return }
        wedged[key] = message.sender
    }

    /// Stores the reason that a key is withheld. It is shown only for lines of that sender that can't be
    /// decrypted anyway.
    private mutating func storeWithheld(_ content: JSONValue, by sender: String) throws {
        guard let chatID = content["room_id"]?.identifier, let sessionID = content["session_id"]?.identifier,
            let code = content["code"]?.identifier
        else { return }
        try keys.tables.setWithheld(RoomSession(chatID: chatID, sessionID: sessionID), code: code, by: sender)
        hasNews = true
    }
}

extension DeviceKeyTables {
    /// Stores a received key, unless the known key is as good.
    ///
    /// - Returns: whether it was stored.
    func add(_ key: RoomKey) throws -> Bool {
        let session = RoomSession(chatID: key.kept.chatID, sessionID: key.kept.sessionID)
        var key = key
        if let known = try roomKey(session, of: key.kept.sender) {
            guard key.isBetter(than: known) else { return false }
            // Earlier messages that an unproved key decrypts stay readable. If it contradicts this key, only this
            // key is kept.
            if known.kept.sender.isEmpty, let earlier = try? known.session.key(at: known.session.firstIndex) {
                _ = try? key.session.extend(by: earlier)
            }
        }
        try set(key)
        return true
    }
}

extension RoomKey {
    /// Whether the key decrypts more messages or proves its owner. A key of another device than the known one
    /// proves nothing.
    fileprivate func isBetter(than known: RoomKey) -> Bool {
        if known.kept.origin == .own { return false }
        if known.kept.sender.isEmpty, !kept.sender.isEmpty { return true }
        guard kept.senderKey == known.kept.senderKey else { return false }
        return kept.firstIndex < known.kept.firstIndex
    }
}
