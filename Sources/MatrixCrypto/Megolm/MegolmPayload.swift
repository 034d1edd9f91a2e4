package import MatrixAPI

/// The plaintext of a Megolm message: an event and its room (client-server API, `m.megolm.v1.aes-sha2`).
package struct MegolmPayload: Hashable, Sendable {
    package let type: String
    package let content: JSONValue

    /// Parses a decrypted message. Throws if it was sent in another room, because a server could show it here.
    package init(plaintext: [UInt8], roomID: String) throws(CryptoError) {
        guard let json = try? JSONValue(parsing: plaintext, maximumDepth: 64) else { throw .malformedJSON }
        guard try json.textMember("room_id").utf8.elementsEqual(roomID.utf8) else { throw .otherRoom }
        type = try json.textMember("type")
        guard let content = json["content"], content.object != nil else { throw .missingMember("content") }
        self.content = content
    }

    /// Returns the plaintext to encrypt for a room.
    package static func plaintext(type: String, content: JSONValue, roomID: String) -> [UInt8] {
        let json: JSONValue = ["type": .string(type), "content": content, "room_id": .string(roomID)]
        return json.serialized
    }
}
