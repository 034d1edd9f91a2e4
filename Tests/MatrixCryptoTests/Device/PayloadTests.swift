import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct PayloadTests {
    private let ana: DeviceKeys
    private let bo: DeviceKeys

    init() throws {
        let addresses = [("@ana:x", "A"), ("@bo:x", "B")].map { DeviceAddress(userID: $0.0, deviceID: $0.1) }
        let keys = try addresses.map { try DeviceKeys(json: OlmAccount().signedDeviceKeys(of: $0), of: $0) }
        ana = keys[0]
        bo = keys[1]
    }

    private var told: JSONValue {
        get throws {
            try JSONValue(
                parsing: OlmPayload.plaintext(type: "m.room_key", content: ["a": 1], from: ana, to: bo))
        }
    }

    private func read(_ json: JSONValue, sender: String = "@ana:x") throws -> OlmPayload {
        try OlmPayload(
            plaintext: json.serialized, sender: sender, senderKey: ana.identityKey, recipient: "@bo:x",
            recipientKey: bo.signingKey)
    }

    @Test func devicePayloadIsRead() throws {
        let payload = try read(told)
        #expect(payload.type == "m.room_key" && payload.content == ["a": 1] && payload.sender == "@ana:x")
        #expect(payload.signingKey == ana.signingKey && payload.deviceKeys == ana)
        var without = try told
        without["sender_device_keys"] = nil
        #expect(try read(without).deviceKeys == nil)
    }

    /// Each of the specification's attack examples (Olm, "Message authentication concerns") changes one of these
    /// fields.
    @Test func payloadOfAnotherSenderOrRecipientIsRefused() throws {
        let stranger = JSONValue.string(OlmAccount().signingKey.publicKey.base64)
        let changes: [(String, JSONValue, CryptoError)] = [
            ("sender", "@kim:x", .otherSender), ("recipient", "@kim:x", .otherRecipient),
            ("recipient_keys", ["ed25519": stranger], .otherRecipient), ("keys", ["ed25519": stranger], .otherSender),
            ("sender_device_keys", bo.json, .otherSender), ("sender_device_keys", [:], .missingMember("user_id")),
        ]
        for (name, value, error) in changes {
            var changed = try told
            changed[name] = value
            #expect(throws: error) { try read(changed) }
        }
        #expect(throws: CryptoError.otherSender) { try read(told, sender: "@kim:x") }
        // The keys of another device of the sender, which doesn't own the session.
        let laptop = DeviceAddress(userID: "@ana:x", deviceID: "L")
        var changed = try told
        changed["sender_device_keys"] = try OlmAccount().signedDeviceKeys(of: laptop)
        #expect(throws: CryptoError.otherSender) { try read(changed) }
    }

    @Test func malformedPayloadsGetSpecificErrors() throws {
        for name in ["type", "content", "sender", "recipient", "recipient_keys", "keys"] {
            var without = try told
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) { try read(without) }
        }
        #expect(throws: CryptoError.malformedJSON) {
            try OlmPayload(
                plaintext: [1], sender: "@ana:x", senderKey: ana.identityKey, recipient: "@bo:x",
                recipientKey: bo.signingKey)
        }
    }

    @Test func roomPayloadIsReadOnlyInItsRoom() throws {
        let plaintext = MegolmPayload.plaintext(type: "m.room.message", content: ["body": "tea"], roomID: "!tea:x")
        let payload = try MegolmPayload(plaintext: plaintext, roomID: "!tea:x")
        #expect(payload.type == "m.room.message" && payload.content == ["body": "tea"])
        #expect(throws: CryptoError.otherRoom) { try MegolmPayload(plaintext: plaintext, roomID: "!coffee:x") }
        #expect(throws: CryptoError.malformedJSON) { try MegolmPayload(plaintext: [], roomID: "!tea:x") }
        for name in ["type", "content", "room_id"] {
            var without = try JSONValue(parsing: plaintext)
            without[name] = nil
            #expect(throws: CryptoError.missingMember(name)) {
                try MegolmPayload(plaintext: without.serialized, roomID: "!tea:x")
            }
        }
    }
}
