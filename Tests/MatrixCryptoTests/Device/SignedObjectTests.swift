import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SignedObjectTests {
    private func key() throws -> Ed25519SecretKey {
        var seed = try UnpaddedBase64.decode("YJDBA9Xnr2sVqXD9Vj7XVUnmFZcZrlw8Md7kMW+3XA1")
        return try Ed25519SecretKey(secret: SecretBytes(taking: &seed))
    }

    /// The specification's examples (appendices, "JSON Signing").
    @Test(
        arguments: [
            (
                [:],
                "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtTdGYI7Geitb76LTrr5QV/7Xg4ahLwYGYZzuHGZKM5ZAQ"
            ),
            (
                ["one": 1, "two": "Two"],
                "KqmLSbO39/Bzb0QIYE82zqLwsA+PDzYIpIRA2sRQ4sL53+sN6/fpNSoqE7BP7vBZhG6kYdD13EIMJpvhJI+6Bw"
            ),
        ] as [(JSONValue, String)])
    func specificationExamplesAreReproduced(json: JSONValue, signature: String) throws {
        var object = try SignedObject(json)
        object.sign(as: "domain", keyName: "1", with: try key())
        #expect(object.json["signatures"] == ["domain": ["ed25519:1": .string(signature)]])
        try SignedObject(object.json).check(signedBy: "domain", keyName: "1", with: key().publicKey)
    }

    @Test func severalSignersAndUnsignedDataAreAccepted() throws {
        let (ana, bo) = (Ed25519SecretKey(), Ed25519SecretKey())
        var object = try SignedObject(["user_id": "@ana:x"])
        object.sign(as: "@ana:x", keyName: "D1", with: ana)
        object.sign(as: "@ana:x", keyName: "D2", with: bo)
        object.sign(as: "@bo:x", keyName: "D1", with: bo)
        var json = object.json
        json["unsigned"] = ["device_display_name": "phone"]
        let told = try SignedObject(json)
        try told.check(signedBy: "@ana:x", keyName: "D1", with: ana.publicKey)
        try told.check(signedBy: "@ana:x", keyName: "D2", with: bo.publicKey)
        try told.check(signedBy: "@bo:x", keyName: "D1", with: bo.publicKey)
        #expect(throws: CryptoError.wrongSignature) {
            try told.check(signedBy: "@ana:x", keyName: "D1", with: bo.publicKey)
        }
        #expect(throws: CryptoError.unsigned) { try told.check(signedBy: "@kim:x", keyName: "D1", with: ana.publicKey) }
        #expect(throws: CryptoError.unsigned) { try told.check(signedBy: "@bo:x", keyName: "D2", with: ana.publicKey) }
    }

    @Test func changedObjectFailsVerification() throws {
        let ana = Ed25519SecretKey()
        var object = try SignedObject(["user_id": "@ana:x", "keys": ["a": "b"]])
        object.sign(as: "@ana:x", keyName: "D", with: ana)
        for (name, value) in [("user_id", "@bo:x"), ("keys", [:]), ("added", 1), ("keys", nil)]
            as [(String, JSONValue?)]
        {
            var json = object.json
            json[name] = value
            #expect(throws: CryptoError.wrongSignature) {
                try SignedObject(json).check(signedBy: "@ana:x", keyName: "D", with: ana.publicKey)
            }
        }
    }

    @Test func malformedSignaturesAndObjectsGetSpecificErrors() throws {
        let key = Ed25519SecretKey().publicKey
        for json in [1, "x", [], ["a": .double(1.5)]] as [JSONValue] {
            #expect(throws: CryptoError.malformedJSON) { try SignedObject(json) }
        }
        let cases: [(JSONValue, CryptoError)] = [
            ([:], .unsigned), (["signatures": 1], .unsigned), (["signatures": ["@ana:x": ["ed25519:D": 1]]], .unsigned),
            (["signatures": ["@ana:x": ["ed25519:D": "?"]]], .malformedBase64),
            (["signatures": ["@ana:x": ["ed25519:D": "AAAA"]]], .wrongSignatureLength(3)),
        ]
        for (json, error) in cases {
            #expect(throws: error) { try SignedObject(json).check(signedBy: "@ana:x", keyName: "D", with: key) }
        }
    }
}
