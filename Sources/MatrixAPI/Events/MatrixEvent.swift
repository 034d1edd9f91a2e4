/// An event in the client's format (client-server API, "Room event format"; state, timeline, ephemeral and account
/// data alike).
package struct MatrixEvent: Hashable, Sendable {
    package let type: String
    package let content: JSONValue
    /// Absent in ephemeral events and account data.
    package let eventID: String?
    package let sender: String?
    /// The state key, which may be empty. It is present only in state events.
    package let stateKey: String?
    /// Milliseconds since 1970, as reported by the sender's server; 0 if it reports no time before the year 10000.
    package let timestamp: Int64
    package let unsigned: JSONValue?
    /// All members as received.
    package let source: JSONValue

    /// - Returns: `nil` if `type` or `content` is missing or of the wrong kind, or the event is deeper than
    ///   ``maximumDepth``. Also `nil` if its event identifier, sender or state key is not a valid identifier.
    package init?(json: JSONValue) {
        guard let type = json["type"]?.identifier, let content = json["content"], content.isObject else {
            return nil
        }
        guard json[MatrixEvent.malformedType] == nil else { return nil }
        eventID = json["event_id"]?.string
        sender = json["sender"]?.string
        stateKey = json["state_key"]?.string
        guard eventID?.isSoundIdentifier != false, sender?.isSoundIdentifier != false,
            stateKey?.isSoundIdentifier != false, json.isNotDeeper(than: MatrixEvent.maximumDepth)
        else { return nil }
        self.type = type
        self.content = content
        timestamp = json["origin_server_ts"]?.time ?? 0
        unsigned = json["unsigned"]
        source = json
    }

    /// The maximum nesting of arrays and objects.
    package static let maximumDepth = 64

    /// The transaction identifier under which this device sent it. Only that device receives it.
    package var transactionID: String? { unsigned?["transaction_id"]?.identifier }

    /// The redaction event, if the content was removed.
    package var redactedBecause: JSONValue? { unsigned?["redacted_because"] }
}

extension MatrixEvent {
    /// The type under which an event that violates the specification's format is kept, so that it can be shown as
    /// malformed.
    package static let malformedType = "im.confab.malformed"

    package var isMalformed: Bool { type == MatrixEvent.malformedType }

    /// The maximum bytes of the texts of an event together. The specification allows an event 65,536 bytes between
    /// servers. Members that a server adds in `unsigned` don't count there, so this limit is higher.
    package static let maximumSize = 262_144

    /// Creates an event of a room's timeline. An invalid one becomes a malformed event, so that nothing is lost
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

    /// Returns the events of an array without malformed elements; none if it is not an array.
    static func list(_ json: JSONValue?) -> [MatrixEvent] {
        (json?.array ?? []).compactMap { element in
            guard element.isNotLarger(than: maximumSize) else { return nil }
            return MatrixEvent(json: element)
        }
    }

    /// Returns the events of a timeline or a page of history, in their order, including malformed ones.
    static func timeline(_ json: JSONValue?) -> [MatrixEvent] {
        (json?.array ?? []).map { element in MatrixEvent(timelineJSON: element) }
    }
}
