package import MatrixAPI

/// What is in a message of Olm: an event, with who sent it to whom (client-server API, `m.olm.v1.curve25519-aes-sha2`).
package struct OlmPayload: Hashable, Sendable {
    package let type: String
    package let content: JSONValue
    package let sender: String
    /// Of the device that sent it. Whose it is, ``DeviceKeys`` have to say.
    package let signingKey: Ed25519PublicKey
    /// Where the sender told them; they are the sender's, and signed by the device.
    package let deviceKeys: DeviceKeys?

    /// Reads what was decrypted, and refuses what was not said by the event's sender to us (client-server API, "Validation of incoming
    /// decrypted events").
    ///
    /// - Parameters:
    ///   - sender: of the event.
    ///   - senderKey: of the session.
    package init(
        plaintext: [UInt8], sender: String, senderKey: Curve25519PublicKey, recipient: String,
        recipientKey: Ed25519PublicKey
    ) throws(CryptoError) {
        guard let json = try? JSONValue(parsing: plaintext, maximumDepth: 64) else { throw .malformedJSON }
        guard try json.textMember("sender").utf8.elementsEqual(sender.utf8) else { throw .otherSender }
        guard try json.textMember("recipient").utf8.elementsEqual(recipient.utf8) else { throw .otherRecipient }
        guard try OlmPayload.key(json, "recipient_keys") == recipientKey else { throw .otherRecipient }
        signingKey = try OlmPayload.key(json, "keys")
        type = try json.textMember("type")
        guard let content = json["content"], content.object != nil else { throw .missingMember("content") }
        self.content = content
        self.sender = sender
        deviceKeys = try OlmPayload.deviceKeys(json, sender: sender)
        guard let deviceKeys else { return }
        guard deviceKeys.identityKey == senderKey, deviceKeys.signingKey == signingKey else { throw .otherSender }
    }

    /// What is to be encrypted for a device.
    ///
    /// - Parameter sender: our own, as the server has them, with all signatures.
    package static func plaintext(
        type: String, content: JSONValue, from sender: DeviceKeys, to recipient: DeviceKeys
    ) -> [UInt8] {
        let json: JSONValue = [
            "type": .string(type), "content": content, "sender": .string(sender.address.userID),
            "recipient": .string(recipient.address.userID),
            "recipient_keys": ["ed25519": .string(recipient.signingKey.base64)],
            "keys": ["ed25519": .string(sender.signingKey.base64)], "sender_device_keys": sender.json,
        ]
        return json.serialized
    }

    private static func key(_ json: JSONValue, _ name: String) throws(CryptoError) -> Ed25519PublicKey {
        guard let keys = json[name] else { throw .missingMember(name) }
        return try Ed25519PublicKey(base64: keys.textMember("ed25519"))
    }

    private static func deviceKeys(_ json: JSONValue, sender: String) throws(CryptoError) -> DeviceKeys? {
        guard let told = json["sender_device_keys"] else { return nil }
        guard try told.textMember("user_id").utf8.elementsEqual(sender.utf8) else { throw .otherSender }
        let address = DeviceAddress(userID: sender, deviceID: try told.textMember("device_id"))
        return try DeviceKeys(json: told, of: address)
    }
}
