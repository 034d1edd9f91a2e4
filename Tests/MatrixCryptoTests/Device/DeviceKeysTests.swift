import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct DeviceKeysTests {
    private let phone = DeviceAddress(userID: "@ana:x", deviceID: "PHONE")
    private let account = OlmAccount()

    private func keys() throws -> DeviceKeys {
        try DeviceKeys(json: account.signedDeviceKeys(of: phone), of: phone)
    }

    @Test func uploadedDeviceKeysAreReadByOthers() throws {
        let keys = try keys()
        #expect(keys.address == phone && keys.algorithms == OlmAccount.algorithms)
        #expect(keys.identityKey == account.identityKey.publicKey && keys.signingKey == account.signingKey.publicKey)
    }

    @Test func theKeysOfAnotherDeviceAreRefused() throws {
        let json = try account.signedDeviceKeys(of: phone)
        for other in [("@bo:x", "PHONE"), ("@ana:x", "LAPTOP")] {
            #expect(throws: CryptoError.otherDevice) {
                try DeviceKeys(json: json, of: DeviceAddress(userID: other.0, deviceID: other.1))
            }
        }
        // Swift considers the two names equal.
        let accented = DeviceAddress(userID: "@ana:x", deviceID: "\u{e9}")
        let json2 = try account.signedDeviceKeys(of: accented)
        #expect(throws: CryptoError.otherDevice) {
            try DeviceKeys(json: json2, of: DeviceAddress(userID: "@ana:x", deviceID: "e\u{301}"))
        }
    }

    @Test func changedKeysAreRefused() throws {
        let json = try account.signedDeviceKeys(of: phone)
        var swapped = json
        swapped["keys"]?["curve25519:PHONE"] = .string(OlmAccount().identityKey.publicKey.base64)
        #expect(throws: CryptoError.wrongSignature) { try DeviceKeys(json: swapped, of: phone) }
        swapped = json
        swapped["keys"]?["ed25519:PHONE"] = .string(OlmAccount().signingKey.publicKey.base64)
        #expect(throws: CryptoError.wrongSignature) { try DeviceKeys(json: swapped, of: phone) }
        swapped = json
        swapped["signatures"] = nil
        #expect(throws: CryptoError.unsigned) { try DeviceKeys(json: swapped, of: phone) }
        for name in ["user_id", "device_id", "algorithms", "keys"] {
            var without = json
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try DeviceKeys(json: without, of: phone) }
        }
    }

    @Test func aClaimedKeyIsSignedByItsDevice() throws {
        var account = self.account
        account.makeOneTimeKeys(2)
        account.makeFallbackKey()
        let oneTime = try account.signedOneTimeKeys(of: phone)
        #expect(oneTime.object?.count == 2)
        #expect(oneTime.object?.keys.allSatisfy { $0.hasPrefix("signed_curve25519:") } == true)
        let told = try account.signedFallbackKeys(of: phone)
        let fallback = try #require(told.object?.first)
        #expect(fallback.value["fallback"] == true)
        let keys = try keys()
        for json in (oneTime.object?.values).map(Array.init) ?? [] {
            let key = try keys.oneTimeKey(json: json)
            #expect(account.unpublishedOneTimeKeys.values.contains(key))
        }
        #expect(try keys.oneTimeKey(json: fallback.value) == account.unpublishedFallbackKey?.key)
        var changed = fallback.value
        changed["fallback"] = nil
        #expect(throws: CryptoError.wrongSignature) { try keys.oneTimeKey(json: changed) }
        #expect(throws: CryptoError.missingMember("key")) { try keys.oneTimeKey(json: [:]) }
        account.markAsPublished(
            Set(account.unpublishedOneTimeKeys.keys).union([account.unpublishedFallbackKey?.keyID ?? ""]))
        #expect(try account.signedOneTimeKeys(of: phone) == .emptyObject)
        #expect(try account.signedFallbackKeys(of: phone) == .emptyObject)
    }
}
