import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct ShortAuthenticationTests {
    private let ana = ShortAuthentication()
    private let bo = ShortAuthentication()
    private let starter = DeviceAddress(userID: "@ana:x", deviceID: "A")
    private let accepter = DeviceAddress(userID: "@bo:x", deviceID: "B")
    private let start: JSONValue = ["from_device": "A", "method": "m.sas.v1"]

    private func agree(
        _ transactionID: String = "t"
    ) throws -> (ana: AgreedShortAuthentication, bo: AgreedShortAuthentication) {
        let anas = try ana.agree(
            with: bo.publicKey, starter: starter, accepter: accepter, isStarter: true, transactionID: transactionID)
        let bos = try bo.agree(
            with: ana.publicKey, starter: starter, accepter: accepter, isStarter: false, transactionID: transactionID)
        return (anas, bos)
    }

    @Test func bothSidesSeeTheSameCode() throws {
        let agreed = try agree()
        #expect(agreed.ana.emoji == agreed.bo.emoji && agreed.ana.emoji.count == 7)
        #expect(agreed.ana.decimals == agreed.bo.decimals && agreed.ana.decimals.count == 3)
        #expect(agreed.ana.decimals.allSatisfy { (1000...9191).contains($0) })
        #expect(try agree("u").ana.emojiNumbers != agreed.ana.emojiNumbers)
    }

    @Test func interceptedExchangeShowsDifferentCodes() throws {
        let eve = ShortAuthentication()
        let anas = try ana.agree(
            with: eve.publicKey, starter: starter, accepter: accepter, isStarter: true, transactionID: "t")
        let bos = try bo.agree(
            with: eve.publicKey, starter: starter, accepter: accepter, isStarter: false, transactionID: "t")
        #expect(anas.emojiNumbers != bos.emojiNumbers)
    }

    @Test func keyThatBreaksTheCommitmentIsRefused() throws {
        let commitment = try ShortAuthentication.commitment(to: bo.publicKey, start: start)
        try ShortAuthentication.check(commitment, to: bo.publicKey, start: start)
        #expect(throws: CryptoError.wrongCommitment) {
            try ShortAuthentication.check(commitment, to: ana.publicKey, start: start)
        }
        #expect(throws: CryptoError.wrongCommitment) {
            try ShortAuthentication.check(commitment, to: bo.publicKey, start: ["from_device": "A"])
        }
        #expect(throws: CryptoError.malformedBase64) {
            try ShortAuthentication.check("?", to: bo.publicKey, start: start)
        }
        #expect(throws: CryptoError.malformedJSON) {
            try ShortAuthentication.commitment(to: bo.publicKey, start: ["a": .double(0.5)])
        }
    }

    @Test func lowOrderAndReflectedKeysAreRefused() throws {
        let zero = try Curve25519PublicKey(bytes: Array(repeating: 0, count: 32))
        for (key, error) in [(zero, CryptoError.lowOrderKey), (ana.publicKey, .reflectedKey)] {
            #expect(throws: error) {
                try ana.agree(with: key, starter: starter, accepter: accepter, isStarter: true, transactionID: "t")
            }
        }
    }

    @Test func onlyKnownKeysWithValidMACsAreConfirmed() throws {
        let agreed = try agree()
        let keys = ["ed25519:A": "anas key", "ed25519:master": "anas master key"]
        let sent = agreed.ana.codes(of: keys, from: starter, to: accepter)
        let check = { (codes: [String: String], list: String, known: [String: String]) in
            try agreed.bo.check(codes, list: list, known: known, from: starter, to: accepter)
        }
        #expect(try check(sent.codes, sent.list, keys) == ["ed25519:A", "ed25519:master"])
        #expect(try check(sent.codes, sent.list, ["ed25519:A": "anas key"]) == ["ed25519:A"])
        #expect(throws: CryptoError.wrongCode) { try check(sent.codes, sent.list, ["ed25519:A": "eves key"]) }
        #expect(throws: CryptoError.wrongCode) { try check(["ed25519:A": "AA"], sent.list, keys) }
        #expect(throws: CryptoError.wrongCode) {
            try check(sent.codes.filter { $0.key == "ed25519:A" }, sent.list, keys)
        }
        #expect(throws: CryptoError.malformedBase64) { try check(sent.codes, "?", keys) }
        // The codes that ana sent differ from those that bo would send.
        #expect(throws: CryptoError.wrongCode) {
            try agreed.bo.check(sent.codes, list: sent.list, known: keys, from: accepter, to: starter)
        }
    }

    @Test func verificationUsesSixtyFourDistinctEmoji() {
        #expect(Set(VerificationEmoji.all).count == 64)
        #expect(VerificationEmoji.all[0] == "🐶" && VerificationEmoji.all[31] == "🤖" && VerificationEmoji.all[63] == "📌")
    }
}
