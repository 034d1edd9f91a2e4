package import MatrixAPI

/// The plaintext of an Olm message: an event with its sender and its recipient (client-server API,
/// `m.olm.v1.curve25519-aes-sha2`).
package struct OlmPayload: Hashable, Sendable {
    package let type: String
    package let content: JSONValue
    package let sender: String
    /// The signing key of the sending device. ``DeviceKeys`` have to confirm the owner of the key.
    package let signingKey: Ed25519PublicKey
    /// The sender's device keys if the message has them. They belong to the sender and are signed by the device.
    package let deviceKeys: DeviceKeys?

    /// Parses a decrypted message. Throws unless the event's sender sent it to this device (client-server API,
    /// "Validation of incoming decrypted events").
    ///
    /// - Parameters:
    ///   - sender: the sender of the event.
    ///   - senderKey: the identity key of the session's other device.
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
        guard let content = json["content"], content.isObject else { throw .missingMember("content") }
        self.content = content
        self.sender = sender
        deviceKeys = try OlmPayload.deviceKeys(json, sender: sender)
        guard let deviceKeys else { return }
        guard deviceKeys.identityKey == senderKey, deviceKeys.signingKey == signingKey else { throw .otherSender }
    }

    /// Returns the plaintext to encrypt for a device.
    ///
    /// - Parameter sender: our own device keys, as the server has them, with all signatures.
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
