import MatrixAPI

/// An event before it has a position and an identifier. Checks that don't need the room run when it is created,
/// outside the single writer.
struct EventDraft: Sendable {
    /// The maximum size of an event (client-server API, "Size limits").
    private static let largest = 65_536
    private static let deepest = 64

    let type: String
    let stateKey: String?
    let sender: String
    let content: JSONValue
    /// The content as it is stored.
    let contentText: String
    /// The transaction identifier of the request that sends the event; `nil` if it has none.
    let transaction: SentTransaction?
    /// The reason why the event is invalid, regardless of its room; `nil` if it is valid.
    let flaw: EndpointError?

    init(
        _ type: String, stateKey: String? = nil, sender: String, content: JSONValue, transaction: SentTransaction? = nil
    ) {
        self.type = type
        self.stateKey = stateKey
        self.sender = sender
        self.content = content
        self.transaction = transaction
        contentText = content.serializedText
        flaw = EventDraft.flaw(type, stateKey, content, size: contentText.utf8.count)
    }

    /// Whether it invites a user.
    var invites: Bool { type == "m.room.member" && content["membership"]?.string == "invite" }

    private static func flaw(_ type: String, _ stateKey: String?, _ content: JSONValue, size: Int) -> EndpointError? {
        guard content.isObject else { return .badJSON("The content must be an object") }
        guard !content.holdsDouble else { return .badJSON("Numbers in events must be whole") }
        // Two levels belong to the event itself: its object, and the content in it.
        guard content.isNotDeeper(than: deepest - 1) else { return .badJSON("The content is nested too deeply") }
        guard type.utf8.count <= 255, stateKey?.utf8.count ?? 0 <= 255 else {
            return .tooLarge("A type or state key has at most 255 bytes")
        }
        if type == "m.room.member" {
            for name in ["displayname", "avatar_url"] {
                do {
                    try ProfileLimit.check(content[name]?.string, name)
                } catch {
                    return error
                }
            }
            if let stateKey, UserID(stateKey) == nil { return .invalid("The state key of a membership is a user") }
        }
        // The members that the server adds around the content stay under 2 KB.
        return size <= largest - 2048 ? nil : .tooLarge("The event is larger than 65,536 bytes")
    }
}

extension JSONValue {
    /// Whether it contains a number that is not whole: events may contain none (specification, appendices,
    /// "Canonical JSON").
    var holdsDouble: Bool {
        switch self {
        case .double: true
        case .integer(let value): value.magnitude >= 1 << 53
        case .array(let elements): elements.contains(where: \.holdsDouble)
        case .object(let members): members.values.contains(where: \.holdsDouble)
        case .null, .bool, .string: false
        }
    }
}
