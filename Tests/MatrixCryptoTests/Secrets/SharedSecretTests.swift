import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct SharedSecretTests {
    @Test func secretRequestAndCancellationRoundTrip() throws {
        let request = SecretRequest(.backup, deviceID: "PHONE", requestID: "r1")
        #expect(
            request.content == [
                "action": "request", "name": "m.megolm_backup.v1", "requesting_device_id": "PHONE", "request_id": "r1",
            ])
        #expect(try SecretRequest(content: request.content) == request)
        let cancelled = try SecretRequest(content: request.cancellation.content)
        #expect(cancelled == request.cancellation && cancelled.name == nil && cancelled.requestID == "r1")
    }

    @Test func malformedRequestsGetSpecificErrors() {
        let content = SecretRequest(.master, deviceID: "PHONE", requestID: "r1").content
        for name in ["action", "name", "requesting_device_id", "request_id"] {
            var without = content
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try SecretRequest(content: without) }
        }
        var other = content
        other["action"] = "tea"
        #expect(throws: CryptoError.missingMember("action")) { try SecretRequest(content: other) }
    }

    @Test func sharedSecretRoundTrips() throws {
        let ana = try Household("@ana:x")
        let answer = SharedSecret(ana.own.secret(.userSigning), answering: "r1")
        let read = try SharedSecret(content: answer.content)
        #expect(read.requestID == "r1" && read.secret == ana.own.secret(.userSigning))
        #expect(answer.content["secret"]?.string?.utf8.count == 43)
        #expect(throws: CryptoError.missingMember("secret")) { try SharedSecret(content: ["request_id": "r1"]) }
        #expect(throws: CryptoError.missingMember("request_id")) { try SharedSecret(content: ["secret": "s"]) }
    }

    @Test func storedSecretOpensWithItsKeyAndName() throws {
        let (key, keyID, ana) = (SecretStorageKey(), StorageKeyID(), try Household("@ana:x"))
        let secret = ana.own.secret(.master)
        let stored = try StoredSecret(secret, name: .master, key: key, keyID: keyID.value)
        let read = try StoredSecret(content: stored.content)
        #expect(read.isSealed(by: keyID.value) && !read.isSealed(by: "other"))
        #expect(try read.open(.master, key: key, keyID: keyID.value) == secret)
        // Under the name of another secret, the derived key differs.
        #expect(throws: CryptoError.wrongCode) { try read.open(.selfSigning, key: key, keyID: keyID.value) }
        #expect(throws: CryptoError.wrongCode) {
            try read.open(.master, key: SecretStorageKey(), keyID: keyID.value)
        }
        #expect(throws: CryptoError.missingMember("other")) { try read.open(.master, key: key, keyID: "other") }
        #expect(throws: CryptoError.missingMember("encrypted")) { try StoredSecret(content: [:]) }
    }

    @Test func storageKeyIDRoundTrips() throws {
        let keyID = StorageKeyID()
        #expect(try StorageKeyID(content: keyID.content) == keyID && keyID != StorageKeyID())
        #expect(keyID.type == "m.secret_storage.key.\(keyID.value)")
        for content in [[:], ["key": ""], ["key": 1]] as [JSONValue] {
            #expect(throws: CryptoError.missingMember("key")) { try StorageKeyID(content: content) }
        }
    }

    @Test func secretsHaveTheirSpecifiedNames() {
        #expect(
            CrossSigningUsage.allCases.map { SecretName($0).rawValue } == [
                "m.cross_signing.master", "m.cross_signing.self_signing", "m.cross_signing.user_signing",
            ])
    }
}
