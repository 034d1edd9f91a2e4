import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct OlmAccountTests {
    private let ana = OlmAccount()

    private func begin(_ bo: OlmAccount, _ key: OneTimeKey?) throws -> OlmPrekeyMessage {
        let key = try #require(key)
        var session = try ana.beginSession(with: bo.identityKey.publicKey, oneTimeKey: key.key.publicKey)
        guard case .prekey(let prekey) = try session.say("hello") else { throw CryptoError.otherSession }
        return prekey
    }

    @Test func oneTimeKeyEstablishesOneSession() throws {
        var bo = OlmAccount()
        bo.makeOneTimeKeys(2)
        let prekey = try begin(bo, bo.oneTimeKeys.first)
        let taken = try bo.startInboundSession(prekey, from: ana.identityKey.publicKey)
        #expect(taken.plaintext == Array("hello".utf8))
        #expect(taken.session.peerIdentityKey == ana.identityKey.publicKey)
        #expect(bo.oneTimeKeys.count == 1)
        #expect(throws: CryptoError.unknownOneTimeKey) {
            try bo.startInboundSession(prekey, from: ana.identityKey.publicKey)
        }
    }

    @Test func fallbackKeysStayUsableUntilForgotten() throws {
        var bo = OlmAccount()
        bo.makeFallbackKey()
        let prekey = try begin(bo, bo.fallbackKey)
        for _ in 0..<2 { _ = try bo.startInboundSession(prekey, from: ana.identityKey.publicKey) }
        bo.makeFallbackKey()
        _ = try bo.startInboundSession(prekey, from: ana.identityKey.publicKey)
        bo.forgetPreviousFallbackKey()
        #expect(throws: CryptoError.unknownOneTimeKey) {
            try bo.startInboundSession(prekey, from: ana.identityKey.publicKey)
        }
    }

    @Test func messageFromAnotherDeviceIsRefused() throws {
        var bo = OlmAccount()
        bo.makeOneTimeKeys(1)
        let prekey = try begin(bo, bo.oneTimeKeys.first)
        #expect(throws: CryptoError.wrongIdentityKey) {
            try bo.startInboundSession(prekey, from: OlmAccount().identityKey.publicKey)
        }
        #expect(bo.oneTimeKeys.count == 1)
    }

    @Test func undecryptableMessageConsumesNoKey() throws {
        var bo = OlmAccount()
        bo.makeOneTimeKeys(1)
        let prekey = try begin(bo, bo.oneTimeKeys.first)
        var bytes = prekey.message.bytes
        bytes[bytes.count - 1] ^= 1
        let changed = OlmPrekeyMessage(keys: prekey.keys, message: try OlmMessage(bytes: bytes))
        #expect(throws: CryptoError.wrongCode) { try bo.startInboundSession(changed, from: ana.identityKey.publicKey) }
        _ = try bo.startInboundSession(prekey, from: ana.identityKey.publicKey)
    }

    @Test func lowOrderKeysEstablishNoSession() throws {
        let zero = try Curve25519PublicKey(bytes: Array(repeating: 0, count: 32))
        #expect(throws: CryptoError.lowOrderKey) {
            try ana.beginSession(with: zero, oneTimeKey: Curve25519SecretKey().publicKey)
        }
        #expect(throws: CryptoError.lowOrderKey) {
            try ana.beginSession(with: Curve25519SecretKey().publicKey, oneTimeKey: zero)
        }
    }

    @Test func onlyUnpublishedKeysAreUploaded() throws {
        var account = OlmAccount()
        #expect(account.unpublishedOneTimeKeys.isEmpty && account.unpublishedFallbackKey == nil)
        account.makeOneTimeKeys(3)
        account.makeFallbackKey()
        let uploaded = account.unpublishedOneTimeKeys
        let fallback = try #require(account.unpublishedFallbackKey)
        #expect(uploaded.count == 3 && uploaded[fallback.keyID] == nil)
        // Creates a key while the others are being uploaded.
        account.makeOneTimeKeys(1)
        account.markAsPublished(Set(uploaded.keys).union([fallback.keyID]))
        #expect(account.unpublishedOneTimeKeys.count == 1 && account.unpublishedFallbackKey == nil)
        #expect(uploaded[try #require(account.unpublishedOneTimeKeys.keys.first)] == nil)
    }

    @Test func oldestOneTimeKeysAreDropped() {
        var account = OlmAccount()
        account.makeOneTimeKeys(OlmAccount.maxOneTimeKeys)
        let oldest = account.oneTimeKeys.prefix(2).map(\.keyID)
        account.makeOneTimeKeys(2)
        #expect(account.oneTimeKeys.count == OlmAccount.maxOneTimeKeys)
        #expect(oldest.allSatisfy { account.unpublishedOneTimeKeys[$0] == nil })
        #expect(Set(account.oneTimeKeys.map(\.keyID)).count == OlmAccount.maxOneTimeKeys)
    }
}
