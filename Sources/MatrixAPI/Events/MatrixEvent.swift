/// An event as a client sees it (client-server API, "Room event format"; state, timeline, ephemeral and account data alike).
package struct MatrixEvent: Hashable, Sendable {
    package let type: String
    package let content: JSONValue
    /// Absent in ephemeral events and account data.
    package let eventID: String?
    package let sender: String?
    /// Present, though it may be empty, in state events alone.
    package let stateKey: String?
    /// Milliseconds since 1970, as the sender's server says; 0 where it says nothing that is a time before the year 10000.
    package let timestamp: Int64
    package let unsigned: JSONValue?
    /// All members as they came.
    package let source: JSONValue

    /// - Returns: `nil` where `type` or `content` is missing or of the wrong kind, the event is deeper than ``maximumDepth``, or
    ///   it names itself, its sender or what it is about by what is no sound identifier.
    package init?(json: JSONValue) {
        guard let type = json["type"]?.identifier, let content = json["content"], content.object != nil else {
            return nil
        }
        guard json[MatrixEvent.malformedType] == nil else { return nil }
        let names = ["event_id", "sender", "state_key"].compactMap { json[$0]?.string }
        guard names.allSatisfy(\.isSoundIdentifier) else { return nil }
        guard json.depth <= MatrixEvent.maximumDepth else { return nil }
        self.type = type
        self.content = content
        eventID = json["event_id"]?.string
        sender = json["sender"]?.string
        stateKey = json["state_key"]?.string
        timestamp = json["origin_server_ts"]?.time ?? 0
        unsigned = json["unsigned"]
        source = json
    }

    /// How many arrays and objects may stand within each other.
    package static let maximumDepth = 64

    /// The identifier under which this device sent it, for that device alone.
    package var transactionID: String? { unsigned?["transaction_id"]?.identifier }

    /// The event of the redaction, where the content was removed.
    package var redactedBecause: JSONValue? { unsigned?["redacted_because"] }
}

extension MatrixEvent {
    /// The type under which an event that breaks the specification's format is kept, so that it can be shown as such.
    package static let malformedType = "im.confab.malformed"

    package var isMalformed: Bool { type == MatrixEvent.malformedType }

    /// The most bytes that the texts of one event may have together. The specification allows an event 65,536 bytes between
    /// servers; what a server adds in `unsigned` doesn't count there, so this is generous.
    package static let maximumSize = 262_144

    /// An event of a room's timeline. What has no valid form comes back as a malformed event, so that nothing is lost
    /// silently (client-server API, "Room event format").
    package init(timelineJSON json: JSONValue) {
        if let event = MatrixEvent(json: json), event.eventID != nil, event.sender != nil,
            json.isNotLarger(than: MatrixEvent.maximumSize)
        {
            self = event
        } else {
            self.init(malformed: json)
        }
    }

    private init(malformed json: JSONValue) {
        type = MatrixEvent.malformedType
        content = .emptyObject
        eventID = json["event_id"]?.identifier
        sender = json["sender"]?.identifier
        stateKey = nil
        timestamp = json["origin_server_ts"]?.time ?? 0
        unsigned = nil
        source = json
    }

    /// The events of an array whose malformed elements are left out; nothing where it is no array.
    static func list(_ json: JSONValue?) -> [MatrixEvent] {
        (json?.array ?? []).compactMap { element in
            guard element.isNotLarger(than: maximumSize) else { return nil }
            return MatrixEvent(json: element)
        }
    }

    /// The events of a timeline or a page of history, in their order, malformed ones as such.
    static func timeline(_ json: JSONValue?) -> [MatrixEvent] {
        (json?.array ?? []).map { element in MatrixEvent(timelineJSON: element) }
    }
}
