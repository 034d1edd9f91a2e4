import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct OwnCrossSigningTests {
    private let ana: Household
    private let identity: PersonIdentity
    private let secrets: [CrossSigningUsage: SecretBytes]

    init() throws {
        let ana = try Household("@ana:x")
        self.ana = ana
        identity = try ana.identity
        secrets = Dictionary(uniqueKeysWithValues: CrossSigningUsage.allCases.map { ($0, ana.own.secret($0)) })
    }

    @Test func secretsRestoreOwnCrossSigning() throws {
        let restored = try OwnCrossSigning(secrets: secrets, of: identity)
        #expect(restored.belongs(to: identity) && restored.state == ana.own.state)
        // 32 bytes in Base64.
        #expect(secrets.values.allSatisfy { $0.count == 43 })
        var padded = secrets
        padded[.master] = SecretBytes((secrets[.master]?.revealed ?? []) + [UInt8(ascii: "=")])
        #expect(try OwnCrossSigning(secrets: padded, of: identity).belongs(to: identity))
    }

    @Test(arguments: CrossSigningUsage.allCases) func wrongOrMalformedSecretIsRefused(usage: CrossSigningUsage) throws {
        var others = secrets
        others[usage] = try Household("@ana:x").own.secret(usage)
        #expect(throws: CryptoError.wrongSecretKey) { try OwnCrossSigning(secrets: others, of: identity) }
        others[usage] = SecretBytes(Array("?".utf8))
        #expect(throws: CryptoError.malformedBase64) { try OwnCrossSigning(secrets: others, of: identity) }
        others[usage] = SecretBytes(Array("AAAA".utf8))
        #expect(throws: CryptoError.wrongKeyLength(3)) { try OwnCrossSigning(secrets: others, of: identity) }
        others[usage] = nil
        #expect(throws: CryptoError.missingMember(usage.rawValue)) {
            try OwnCrossSigning(secrets: others, of: identity)
        }
    }

    @Test func eachSecretIsCheckedAgainstItsKey() throws {
        try OwnCrossSigning.check(ana.own.secret(.selfSigning), of: identity.selfSigning)
        #expect(throws: CryptoError.wrongSecretKey) {
            try OwnCrossSigning.check(ana.own.secret(.selfSigning), of: identity.master)
        }
    }

    @Test func ownCrossSigningSurvivesSerialization() throws {
        let restored = try OwnCrossSigning(state: ana.own.state, userID: "@ana:x")
        #expect(restored.state == ana.own.state && restored.belongs(to: identity))
        #expect(try !OwnCrossSigning(state: ana.own.state, userID: "@bo:x").belongs(to: identity))
        #expect(try !ana.own.belongs(to: Household("@ana:x").identity))
    }
}
