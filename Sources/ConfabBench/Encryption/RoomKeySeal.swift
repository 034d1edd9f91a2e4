import MatrixAPI
import MatrixCrypto

/// Encrypts a room's key for devices, in messages as long as Confab's own.
struct RoomKeySeal {
    private let account: OlmAccount
    private let sender: DeviceKeys
    private let content: JSONValue

    init(
        account: OlmAccount, address: DeviceAddress, room: MegolmOutboundSession, roomID: String
    ) throws(CryptoError) {
        self.account = account
        sender = try DeviceKeys(json: account.signedDeviceKeys(of: address), of: address)
        content = [
            "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(roomID),
            "session_id": .string(room.sessionID), "session_key": .string(room.sharedKey), "shared_history": true,
        ]
    }

    /// Returns the first message of a session, with a key that was not claimed.
    func message(for device: KeyedDevice) throws(CryptoError) -> JSONValue {
        guard let key = try device.oneTimeKeys.values.first else { throw .missingMember("one_time_keys") }
        var session = try account.beginSession(
            with: device.keys.identityKey, oneTimeKey: device.keys.oneTimeKey(json: key))
        let envelope = try session.encrypt(
            OlmPayload.plaintext(type: "m.room_key", content: content, from: sender, to: device.keys))
        let ciphertext: JSONValue = ["type": .integer(envelope.type), "body": .string(envelope.body)]
        return [
            "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": .string(sender.identityKey.base64),
            "ciphertext": .object([device.keys.identityKey.base64: ciphertext]),
        ]
    }
}
