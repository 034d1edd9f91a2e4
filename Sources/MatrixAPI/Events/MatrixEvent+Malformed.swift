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
        timestamp = json["origin_server_ts"]?.integer ?? 0
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
