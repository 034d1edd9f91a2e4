package import MatrixAPI

/// The keys of one device: its identity keys, and the keys with which others begin sessions (client-server API, "Key
/// Distribution").
///
/// This is a value. Store it after each call that changes it.
package struct OlmAccount: Sendable {
    /// The maximum number of stored one-time keys; the oldest are discarded. It exceeds the number on a server,
    /// because a message with a claimed key may arrive long after the claim.
    package static let maxOneTimeKeys = 1000

    package let signingKey: Ed25519SecretKey
    package let identityKey: Curve25519SecretKey
    /// The keys in the order of their creation.
    private(set) var oneTimeKeys: [OneTimeKey]
    private(set) var fallbackKey: OneTimeKey?
    /// The previous fallback key, for messages that were encrypted before it was replaced.
    private(set) var previousFallbackKey: OneTimeKey?
    private(set) var keyCount: UInt64

    /// Creates the keys of a new device.
    package init() {
        self.init(signingKey: Ed25519SecretKey(), identityKey: Curve25519SecretKey())
    }

    init(
        signingKey: Ed25519SecretKey, identityKey: Curve25519SecretKey, oneTimeKeys: [OneTimeKey] = [],
        fallbackKey: OneTimeKey? = nil, previousFallbackKey: OneTimeKey? = nil, keyCount: UInt64 = 0
    ) {
        self.signingKey = signingKey
        self.identityKey = identityKey
        self.oneTimeKeys = oneTimeKeys
        self.fallbackKey = fallbackKey
        self.previousFallbackKey = previousFallbackKey
        self.keyCount = keyCount
    }

    /// The one-time keys that still have to be uploaded, by identifier.
    package var unpublishedOneTimeKeys: [String: Curve25519PublicKey] {
        let keys = oneTimeKeys.filter { !$0.isPublished }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0.key.publicKey) })
    }

    /// The fallback key, if it still has to be uploaded.
    package var unpublishedFallbackKey: (keyID: String, key: Curve25519PublicKey)? {
        fallbackKey.flatMap { $0.isPublished ? nil : ($0.keyID, $0.key.publicKey) }
    }

    package mutating func makeOneTimeKeys(_ count: Int) {
        for _ in 0..<min(count, Self.maxOneTimeKeys) { oneTimeKeys.append(makeKey()) }
        oneTimeKeys = Array(oneTimeKeys.suffix(Self.maxOneTimeKeys))
    }

    /// Creates a new fallback key. The previous one is kept to read messages that were encrypted with it.
    package mutating func makeFallbackKey() {
        previousFallbackKey = fallbackKey
        fallbackKey = makeKey()
    }

    package var hasPreviousFallbackKey: Bool { previousFallbackKey != nil }

    /// Discards the previous fallback key. Call this some time after creating a new one. Until then, a person who
    /// steals this device can read sessions that began with the old key.
    package mutating func forgetPreviousFallbackKey() {
        previousFallbackKey = nil
    }

    /// Marks keys as uploaded. Keys created during the upload are not among them.
    package mutating func markAsPublished(_ keyIDs: Set<String>) {
        for place in oneTimeKeys.indices where keyIDs.contains(oneTimeKeys[place].keyID) {
            oneTimeKeys[place].isPublished = true
        }
        if let key = fallbackKey, keyIDs.contains(key.keyID) { fallbackKey?.isPublished = true }
    }

    /// Begins a session with another device. The key has to be claimed for this, with its signature checked.
    package func beginSession(
        with peerIdentityKey: Curve25519PublicKey, oneTimeKey: Curve25519PublicKey
    ) throws(CryptoError) -> OlmSession {
        try OlmSession(identityKey: identityKey, peerIdentityKey: peerIdentityKey, oneTimeKey: oneTimeKey)
    }

    /// Accepts a session that another device began, and decrypts its message. This deletes a one-time key, but keeps
    /// a fallback key. First check the sessions that the message may belong to (``OlmSession/matches(_:)``).
    /// Otherwise a message with a fallback key would begin a second session.
    ///
    /// - Parameter identityKey: the `sender_key` of the event, which has to equal the one in the message.
    package mutating func startInboundSession(
        _ prekey: OlmPrekeyMessage, from identityKey: Curve25519PublicKey
    ) throws(CryptoError) -> (session: OlmSession, plaintext: [UInt8]) {
        guard prekey.keys.identityKey == identityKey else { throw .wrongIdentityKey }
        let known = oneTimeKeys + [fallbackKey, previousFallbackKey].compactMap { $0 }
        guard let used = known.first(where: { $0.key.publicKey == prekey.keys.oneTimeKey }) else {
            throw .unknownOneTimeKey
        }
        var session = try OlmSession(receiving: prekey, identityKey: self.identityKey, oneTimeKey: used.key)
        let plaintext = try session.decrypt(.prekey(prekey))
        oneTimeKeys.removeAll { $0.number == used.number }
        return (session, plaintext)
    }

    private mutating func makeKey() -> OneTimeKey {
        keyCount += 1
        return OneTimeKey(number: keyCount, key: Curve25519SecretKey(), isPublished: false)
    }
}

extension OlmAccount {
    /// The serialized state, to be encrypted and stored.
    package var state: SecretBytes {
        var writer = StateWriter(.olmAccount)
        writer.append(signingKey.secret)
        writer.append(identityKey.secret)
        writer.append(keyCount)
        writer.append(oneTimeKeys, OlmAccount.write)
        writer.append([fallbackKey, previousFallbackKey].compactMap { $0 }, OlmAccount.write)
        return writer.finish()
    }

    package init(state: SecretBytes) throws(CryptoError) {
        var reader = try StateReader(state, .olmAccount)
        let signingKey = try Ed25519SecretKey(secret: reader.readSecret())
        let identityKey = try Curve25519SecretKey(secret: reader.readSecret())
        let keyCount = try reader.readNumber(UInt64.self)
        let oneTimeKeys = try OlmAccount.readKeys(&reader, atMost: OlmAccount.maxOneTimeKeys)
        let fallbackKeys = try OlmAccount.readKeys(&reader, atMost: 2)
        try reader.finish()
        let numbers = oneTimeKeys.map(\.number)
        guard zip(numbers, numbers.dropFirst()).allSatisfy(<),
            (oneTimeKeys + fallbackKeys).allSatisfy({ $0.number <= keyCount })
        else { throw .malformedState }
        self.init(
            signingKey: signingKey, identityKey: identityKey, oneTimeKeys: oneTimeKeys,
            fallbackKey: fallbackKeys.first, previousFallbackKey: fallbackKeys.dropFirst().first, keyCount: keyCount)
    }

    private static func write(to writer: inout StateWriter, _ key: OneTimeKey) {
        writer.append(key.number)
        writer.append(key.key.secret)
        writer.append(key.isPublished)
    }

    private static func readKeys(
        _ reader: inout StateReader, atMost count: Int
    ) throws(CryptoError) -> [OneTimeKey] {
        try reader.readList(atMost: count, length: 41) { reader throws(CryptoError) in
            OneTimeKey(
                number: try reader.readNumber(UInt64.self), key: try Curve25519SecretKey(secret: reader.readSecret()),
                isPublished: try reader.readFlag())
        }
    }
}

extension OlmAccount {
    /// The algorithms that this client supports.
    package static let algorithms = ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"]
    private static let keyKind = "signed_curve25519:"

    /// `device_keys` of `keys/upload`.
    package func signedDeviceKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        try signed(
            [
                "user_id": .string(address.userID), "device_id": .string(address.deviceID),
                "algorithms": .array(Self.algorithms.map { .string($0) }),
                "keys": [
                    "curve25519:\(address.deviceID)": .string(identityKey.publicKey.base64),
                    "ed25519:\(address.deviceID)": .string(signingKey.publicKey.base64),
                ],
            ], by: address)
    }

    /// `one_time_keys` of `keys/upload`: the keys that were not uploaded yet.
    package func signedOneTimeKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        var json = JSONValue.emptyObject
        for (keyID, key) in unpublishedOneTimeKeys {
            json[Self.keyKind + keyID] = try signed(["key": .string(key.base64)], by: address)
        }
        return json
    }

    /// `fallback_keys` of `keys/upload`: empty if the server has the key.
    package func signedFallbackKeys(of address: DeviceAddress) throws(CryptoError) -> JSONValue {
        guard let (keyID, key) = unpublishedFallbackKey else { return .emptyObject }
        var json = JSONValue.emptyObject
        json[Self.keyKind + keyID] = try signed(["key": .string(key.base64), "fallback": true], by: address)
        return json
    }

    private func signed(_ json: JSONValue, by address: DeviceAddress) throws(CryptoError) -> JSONValue {
        var object = try SignedObject(json)
        object.sign(as: address.userID, keyName: address.deviceID, with: signingKey)
        return object.json
    }
}

/// A one-time key, with which another device begins one session, or a fallback key, with which several may begin.
struct OneTimeKey: Sendable {
    /// The number of the key, counted from 1 over all keys of an account.
    let number: UInt64
    let key: Curve25519SecretKey
    /// Whether the key was uploaded.
    var isPublished: Bool

    /// The identifier on the server, after `signed_curve25519:`.
    var keyID: String {
        UnpaddedBase64.encode((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) })
    }
}
