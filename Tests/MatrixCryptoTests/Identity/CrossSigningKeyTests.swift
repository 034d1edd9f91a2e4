import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct CrossSigningKeyTests {
    private let ana: Household
    private let master: JSONValue

    init() throws {
        ana = try Household("@ana:x")
        master = try #require(ana.upload["master_key"])
    }

    private func read(_ json: JSONValue, _ usage: CrossSigningUsage = .master) throws -> CrossSigningPublicKey {
        try CrossSigningPublicKey(json: json, usage: usage, of: "@ana:x")
    }

    private func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
        var json = master
        json[name] = value
        return json
    }

    @Test func crossSigningKeyIsParsed() throws {
        let key = try read(master)
        #expect(key.userID == "@ana:x" && key.usage == .master && key.json == master)
        #expect(master["keys"] == .object(["ed25519:\(key.name)": .string(key.name)]))
        let padded = JSONValue.object(["ed25519:\(key.name)=": .string(key.name + "=")])
        #expect(try read(changed("keys", padded)).publicKey == key.publicKey)
    }

    @Test func theKeyOfAnotherPersonIsRefused() {
        #expect(throws: CryptoError.otherPerson) { try read(changed("user_id", "@bo:x")) }
    }

    @Test(arguments: [["self_signing"], [], ["master", "self_signing"], [1]] as [JSONValue])
    func keyWithAnotherUsageIsRefused(usage: JSONValue) {
        #expect(throws: CryptoError.otherUsage) { try read(changed("usage", usage)) }
    }

    @Test func zeroOrSeveralKeysAreRefused() throws {
        #expect(throws: CryptoError.otherKeyCount(0)) { try read(changed("keys", [:])) }
        var keys = try #require(master["keys"])
        let other = Ed25519SecretKey().publicKey.base64
        keys["ed25519:\(other)"] = .string(other)
        #expect(throws: CryptoError.otherKeyCount(2)) { try read(changed("keys", keys)) }
    }

    @Test func keyUnderTheWrongNameIsRefused() throws {
        let (one, other) = (Ed25519SecretKey().publicKey.base64, Ed25519SecretKey().publicKey.base64)
        for name in ["ed25519:\(other)", "curve25519:\(one)", one, "ed25519:"] {
            #expect(throws: CryptoError.otherKeyName, "\(name)") {
                try read(changed("keys", .object([name: .string(one)])))
            }
        }
        #expect(throws: CryptoError.malformedBase64) {
            try read(changed("keys", .object(["ed25519:PHONE?": .string(one)])))
        }
        #expect(throws: CryptoError.missingMember("ed25519:a")) { try read(changed("keys", ["ed25519:a": 1])) }
    }

    @Test(arguments: ["user_id", "usage", "keys"]) func keyWithoutARequiredMemberIsRefused(name: String) {
        #expect(throws: CryptoError.missingMember(name)) { try read(changed(name, nil)) }
    }

    @Test func masterKeyIsSignedByItsDevice() throws {
        try read(master).check(signedBy: ana.device)
        #expect(throws: CryptoError.unsigned) { try read(changed("signatures", nil)).check(signedBy: ana.device) }
        let other = try Household("@ana:x")
        #expect(throws: CryptoError.wrongSignature) { try read(master).check(signedBy: other.device) }
    }
}
