/// The keys of one device: its identity, and those that others begin sessions with (client-server API, "Key Distribution").
///
/// A value, to be kept after each call that changes it.
package struct OlmAccount: Sendable {
    /// How many one-time keys are kept here; the oldest are given up. More than a server holds, since what it gave out may
    /// come long afterwards.
    package static let mostOneTimeKeys = 1000

    package let signingKey: Ed25519SecretKey
    package let identityKey: Curve25519SecretKey
    /// In the order in which they were made.
    private(set) var oneTimeKeys: [OneTimeKey]
    private(set) var fallbackKey: OneTimeKey?
    /// The one before, for messages that are still on their way.
    private(set) var previousFallbackKey: OneTimeKey?
    private(set) var keyCount: UInt64

    /// A new device.
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

    /// What has to be uploaded, by its identifier.
    package var unpublishedOneTimeKeys: [String: Curve25519PublicKey] {
        let keys = oneTimeKeys.filter { !$0.isPublished }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0.key.publicKey) })
    }

    /// The fallback key, where it has to be uploaded.
    package var unpublishedFallbackKey: (keyID: String, key: Curve25519PublicKey)? {
        fallbackKey.flatMap { $0.isPublished ? nil : ($0.keyID, $0.key.publicKey) }
    }

    package mutating func makeOneTimeKeys(_ count: Int) {
        for _ in 0..<min(count, Self.mostOneTimeKeys) { oneTimeKeys.append(makeKey()) }
        oneTimeKeys = Array(oneTimeKeys.suffix(Self.mostOneTimeKeys))
    }

    /// The one before stays, so that what was begun with it can be read.
    package mutating func makeFallbackKey() {
        previousFallbackKey = fallbackKey
        fallbackKey = makeKey()
    }

    package var hasPreviousFallbackKey: Bool { previousFallbackKey != nil }

    /// Some time after a new one was made; until then whoever takes this device can read what was begun with it.
    package mutating func forgetPreviousFallbackKey() {
        previousFallbackKey = nil
    }

    /// The server has these now. What was made while they were on their way is not among them.
    package mutating func markAsPublished(_ keyIDs: Set<String>) {
        for place in oneTimeKeys.indices where keyIDs.contains(oneTimeKeys[place].keyID) {
            oneTimeKeys[place].isPublished = true
        }
        if let key = fallbackKey, keyIDs.contains(key.keyID) { fallbackKey?.isPublished = true }
    }

    /// Begins a session with another device, by a key that was claimed for that and whose signature was checked.
    package func beginSession(
        with peerIdentityKey: Curve25519PublicKey, oneTimeKey: Curve25519PublicKey
    ) throws(CryptoError) -> OlmSession {
        try OlmSession(identityKey: identityKey, peerIdentityKey: peerIdentityKey, oneTimeKey: oneTimeKey)
    }

    /// Takes a session that another device began, and reads its message. The one-time key is gone with it; a fallback key stays.
    /// A session that the message already matches (``OlmSession/matches(_:)``) has to be asked first: with a fallback key the
    /// same message would begin a second one.
    ///
    /// - Parameter identityKey: the `sender_key` of the event, which has to be the message's own.
    package mutating func takeSession(
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
