package import MatrixAPI

/// The identifier of a verification, and whether it takes place in a room (client-server API, "Key verification
/// framework").
package struct VerificationTransaction: Hashable, Sendable {
    /// The identifier of the requesting event in a room, otherwise the one from the first message.
    package let id: String
    package let isInRoom: Bool

    package init(id: String, isInRoom: Bool) {
        self.id = id
        self.isInRoom = isInRoom
    }

    /// - Parameter content: the content of any message except the request in a room. For an encrypted event, it
    ///   includes the `m.relates_to` from outside of the encrypted part.
    /// - Returns: `nil` if it belongs to no verification.
    package init?(content: JSONValue, isInRoom: Bool) {
        let relation = content["m.relates_to"]
        guard !isInRoom || relation?["rel_type"] == "m.reference",
            let id = isInRoom ? relation?["event_id"]?.string : content["transaction_id"]?.string
        else { return nil }
        self.init(id: id, isInRoom: isInRoom)
    }

    func holds(_ content: JSONValue) -> Bool {
        VerificationTransaction(content: content, isInRoom: isInRoom)?.id.utf8.elementsEqual(id.utf8) == true
    }

    /// Returns the content with the reference to this verification.
    func marked(_ content: JSONValue) -> JSONValue {
        var content = content
        if isInRoom {
            content["m.relates_to"] = ["rel_type": "m.reference", "event_id": .string(id)]
        } else {
            content["transaction_id"] = .string(id)
        }
        return content
    }
}
