import MatrixAPI
import MatrixCrypto
import Storage

/// Requests and answers of the account's other devices.
extension DeviceMessageReader {
    // MARK: Requests

    /// Stores a request of another device of the account. The request itself proves nothing: it is answered only if
    /// that device is verified by then.
    mutating func takeRequest(_ message: DeviceMessage) throws {
        guard message.sender.utf8.elementsEqual(own.userID.utf8) else { return }
        let request: (deviceID: String, requestID: String, isOpen: Bool)
        if message.type == SecretRequest.type {
            guard let asked = try? SecretRequest(content: message.content) else { return }
            request = (asked.deviceID, asked.requestID, asked.name.flatMap(SecretName.init(rawValue:)) != nil)
        } else {
            guard let asked = RoomKeyRequest(content: message.content) else { return }
            request = (asked.deviceID, asked.requestID, asked.session != nil)
        }
        guard !request.deviceID.utf8.elementsEqual(own.deviceID.utf8) else { return }
        guard request.isOpen else {
            return try keys.tables.removeRequest(request.requestID, of: request.deviceID)
        }
        let kept = DeviceRequest(
            deviceID: request.deviceID, requestID: request.requestID, type: message.type,
            content: message.content.serializedText)
        try keys.tables.store(kept, at: now)
        hasChores = true
    }

    // MARK: Answers

    /// Accepts an answer of another device of the account, if this device has asked it and it is verified.
    mutating func takeOwn(_ payload: OlmPayload, from senderKey: Curve25519PublicKey) throws {
        guard [SharedSecret.type, RoomKeyRequest.forwardedType].contains(payload.type),
            payload.sender.utf8.elementsEqual(own.userID.utf8)
        else { return }
        let reader = OwnIdentityReader(keys: keys, own: own)
        // The owner of the session follows from keys that the server reports and the device has signed.
        let teller = try reader.others().first {
            $0.keys.identityKey == senderKey && $0.keys.signingKey == payload.signingKey
        }
        guard let teller else { return }
        if payload.type == SharedSecret.type {
            try storeSecret(payload.content, from: teller, reader)
        } else {
            try storeForwardedKey(payload.content, from: teller)
        }
    }

    private typealias EventTeller = (keys: DeviceKeys, trust: DeviceTrust)

    private mutating func storeSecret(_ content: JSONValue, from teller: EventTeller, _ reader: OwnIdentityReader)
        throws
    {
        guard let answer = try? SharedSecret(content: content),
            let kept = try keys.tables.secretInquiryName(requestID: answer.requestID),
            let name = SecretName(rawValue: kept), let open = try keys.tables.secretInquiry(named: kept)
        else { return }
        let inquiry = SecretInquiry(name, by: own, requestID: open.requestID, asked: open.devices(of: own.userID))
        guard let secret = try? inquiry.secret(in: answer, from: teller.keys, trust: teller.trust),
            let publicKey = try publicKey(of: name, fitting: secret, reader)
        else { return }
        try keys.set(secret, name, publicKey: publicKey)
        try keys.tables.set(nil, forSecret: kept)
        let others = inquiry.devices(without: teller.keys.address)
        let cancellation = inquiry.request.cancellation.content
        try DeviceMessageSender.enqueue(
            SecretRequest.type, Dictionary(others.map { ($0, cancellation) }) { first, _ in first }, keys.tables)
        hasChores = true
    }

    /// - Returns: `nil` if the secret does not match the expected public key.
    private func publicKey(
        of name: SecretName, fitting secret: SecretBytes, _ reader: OwnIdentityReader
    ) throws -> String? {
        if name == .backup {
            guard let key = try? BackupKey(text: secret), let backup = try keys.tables.backup(),
                key.publicKey.base64 == backup.publicKey
            else { return nil }
            return backup.publicKey
        }
        guard let (identity, isVerified) = try reader.identity(), isVerified,
            let publicKey = identity.keys.first(where: { SecretName($0.key) == name })?.value
        else { return nil }
        return (try? OwnCrossSigning.check(secret, of: publicKey)).map { publicKey.name }
    }

    private mutating func storeForwardedKey(_ content: JSONValue, from teller: EventTeller) throws {
        guard teller.trust.receivesSecrets, let key = RoomKeyRequest.key(inAnswer: content) else { return }
        let session = RoomSession(chatID: key.roomID, sessionID: key.key.sessionID)
        guard let open = try keys.tables.keyInquiry(session),
            open.devices(of: own.userID)[teller.keys.address] == teller.keys.signingKey
        else { return }
        if [.new, .better].contains(try keys.add(key, origin: .forwarded)) { hasNews = true }
        hasChores = true
    }
}

extension StoredSecretRequest {
    /// The devices that were asked.
    func devices(of userID: String) -> [DeviceAddress: Ed25519PublicKey] {
        let keys = asked.compactMap { deviceID, text in
            (try? Ed25519PublicKey(base64: text)).map { (DeviceAddress(userID: userID, deviceID: deviceID), $0) }
        }
        return Dictionary(keys) { first, _ in first }
    }

    init(requestID: String, of devices: [DeviceAddress: Ed25519PublicKey], at time: Int64) {
        let asked = devices.map { ($0.key.deviceID, $0.value.base64) }
        self.init(requestID: requestID, asked: Dictionary(asked) { first, _ in first }, askedAt: time)
    }
}
