import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct PersonIdentityTests {
    private let ana: Household
    private let bo: Household

    init() throws {
        ana = try Household("@ana:x")
        bo = try Household("@bo:x", "LAPTOP")
    }

    @Test func uploadedIdentityIsReadByOthers() throws {
        let told = try #require(try bo.toldIdentity)
        #expect(told.userID == "@bo:x" && told.userSigning == nil)
        #expect(try told.master == bo.identity.master && told.selfSigning == bo.identity.selfSigning)
        #expect(try bo.identity.userSigning != nil && bo.own.belongs(to: bo.identity))
        #expect(try PersonIdentity(KeyQueryResponse(json: bo.told), of: "@ana:x") == nil)
    }

    @Test func keyNotSignedByTheMasterKeyIsRefused() throws {
        let other = try Household("@bo:x").upload
        for name in ["self_signing_key", "user_signing_key"] {
            var upload = bo.upload
            upload[name] = other[name]
            #expect(throws: CryptoError.unsigned) { try bo.own.identity(upload) }
            var forged = try #require(bo.upload[name])
            forged["keys"] = other[name]?["keys"]
            upload[name] = forged
            #expect(throws: CryptoError.wrongSignature) { try bo.own.identity(upload) }
        }
        let answer = KeyQueryResponse(json: ["master_keys": bo.told["master_keys"] ?? .null])
        #expect(throws: CryptoError.missingMember("self_signing_keys")) { try PersonIdentity(answer, of: "@bo:x") }
    }

    @Test func userVouchesOnlyForOwnDevices() throws {
        let told = try #require(try bo.toldIdentity)
        #expect(!told.vouches(for: bo.device))
        #expect(try told.vouches(for: bo.signedDevice))
        // The signature is not valid for another user's device, even one of the same name.
        let eve = try Household("@eve:x", "LAPTOP")
        #expect(throws: CryptoError.otherPerson) {
            var signatures = SignatureUpload()
            try bo.own.sign(eve.device, into: &signatures)
        }
        #expect(try !told.vouches(for: eve.signedDevice))
        #expect(try !ana.identity.vouches(for: bo.signedDevice))
    }

    @Test func userSigningKeyVouchesForOthersMasterKeys() throws {
        var signatures = SignatureUpload()
        let told = try #require(try bo.toldIdentity)
        #expect(try !ana.identity.vouches(for: told))
        try ana.own.sign(told, into: &signatures)
        let target = DeviceAddress(userID: "@bo:x", deviceID: told.master.name)
        var answer = bo.told
        answer["master_keys"] = .object(["@bo:x": told.master.json.merged(signatures.body, of: target)])
        let signed = try #require(try PersonIdentity(KeyQueryResponse(json: answer), of: "@bo:x"))
        #expect(try ana.identity.vouches(for: signed))
        // Other users don't see who signed it, and nobody else did.
        #expect(try !bo.identity.vouches(for: signed) && ana.toldIdentity?.vouches(for: signed) == false)
        #expect(throws: CryptoError.otherPerson) { try ana.own.sign(ana.identity, into: &signatures) }
    }

    @Test func aMasterKeyIsSignedByItsOwnersDevice() throws {
        #expect(try bo.identity.isSigned(by: bo.device) && !bo.identity.isSigned(by: ana.device))
        var upload = bo.upload
        upload["master_key"]?["signatures"] = nil
        let unsigned = try bo.own.identity(upload)
        #expect(!unsigned.isSigned(by: bo.device))
        var signatures = SignatureUpload()
        #expect(signatures.isEmpty)
        try signatures.add(master: unsigned.master, signedBy: bo.account, of: bo.address)
        let target = DeviceAddress(userID: "@bo:x", deviceID: unsigned.master.name)
        upload["master_key"] = unsigned.master.json.merged(signatures.body, of: target)
        #expect(try bo.own.identity(upload).isSigned(by: bo.device) && !signatures.isEmpty)
        #expect(throws: CryptoError.otherUsage) {
            try signatures.add(master: unsigned.selfSigning, signedBy: bo.account, of: bo.address)
        }
        #expect(throws: CryptoError.otherPerson) {
            try signatures.add(master: unsigned.master, signedBy: ana.account, of: ana.address)
        }
    }

    @Test func signatureUploadContainsOnlyNewSignatures() throws {
        var json = bo.device.json
        json["unsigned"] = ["device_display_name": "tea"]
        var signatures = SignatureUpload()
        try bo.own.sign(DeviceKeys(json: json, of: bo.address), into: &signatures)
        try signatures.add(master: bo.identity.master, signedBy: bo.account, of: bo.address)
        let told = try #require(signatures.body["@bo:x"]?["LAPTOP"])
        #expect(told["unsigned"] == nil && signatures.body["@bo:x"]?.object?.count == 2)
        #expect(told["signatures"]?["@bo:x"]?.object?.keys.sorted() == ["ed25519:\(try bo.identity.selfSigning.name)"])
        // Earlier signatures stay.
        try ana.own.sign(bo.identity, into: &signatures)
        let master = signatures.body["@bo:x"]?[try bo.identity.master.name]
        #expect(master?["signatures"]?.object?.keys.sorted() == ["@ana:x", "@bo:x"])
    }

    @Test func deviceNamedLikeAKeyIsDetected() throws {
        let identity = try bo.identity
        #expect(!identity.isMistakable(for: ["LAPTOP", "PHONE"]))
        for name in [identity.master.name, identity.selfSigning.name] {
            #expect(identity.isMistakable(for: ["LAPTOP", name]))
        }
    }
}
