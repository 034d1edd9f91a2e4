package import MatrixAPI

/// Which verification a message is of, and where both sides talk (client-server API, "Key verification framework").
package struct VerificationTransaction: Hashable, Sendable {
    /// In a room the identifier of the event that asked for it, else one that the first message gave.
    package let id: String
    package let isInRoom: Bool

    package init(id: String, isInRoom: Bool) {
        self.id = id
        self.isInRoom = isInRoom
    }

    /// - Parameter content: of anything but the request in a room, in an encrypted one with the `m.relates_to` that stood outside of what
    ///   was encrypted.
    /// - Returns: `nil` where it is of none.
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

    /// The content with what says that it is of this one.
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
