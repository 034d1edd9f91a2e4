@testable import MatrixCrypto

/// Two devices with a session that ana began and whose first message bo has read.
struct OlmPair {
    var ana: OlmSession
    var bo: OlmSession

    init() throws {
        var account = OlmAccount()
        account.makeOneTimeKeys(1)
        try self.init(from: OlmAccount(), to: &account)
    }

    /// - Parameter account: Bo's account, of which one one-time key is used up.
    init(from anas: OlmAccount, to account: inout OlmAccount) throws {
        guard let oneTimeKey = account.oneTimeKeys.first else { throw CryptoError.unknownOneTimeKey }
        ana = try anas.beginSession(
            with: account.identityKey.publicKey, oneTimeKey: oneTimeKey.key.publicKey)
        guard case .prekey(let prekey) = try ana.say("hello") else { throw CryptoError.otherSession }
        bo = try account.startInboundSession(prekey, from: anas.identityKey.publicKey).session
    }
}

extension OlmSession {
    mutating func say(_ text: String) throws -> OlmEnvelope {
        try encrypt(Array(text.utf8))
    }

    /// Decrypts the envelope as it was transmitted.
    mutating func hear(_ envelope: OlmEnvelope) throws -> String {
        String(decoding: try decrypt(OlmEnvelope(type: envelope.type, body: envelope.body)), as: UTF8.self)
    }
}
