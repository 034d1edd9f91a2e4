/// The recovery of a ``JSONParser`` from syntax errors, such as `NaN` in place of a number, so that a broken event
/// affects only itself.
///
/// The parser tracks its position: outside of events an unreadable value is left out, such as a count of a room. In
/// a list of events the element is read once more, member by member, and marked. A text that ends too early is
/// refused as a whole.
struct JSONRepair {
    enum Place {
        case outside
        case eventList
        case event
    }

    /// The members whose arrays contain events (client-server API, "Syncing" and "Getting events for a room").
    static let listNames: Set<String> = ["events", "chunk", "state", "events_before", "events_after"]

    /// The member that is added to an event whose grammar is broken.
    static let mark = MatrixEvent.malformedType

    private static let mostNoted = 20

    var place = Place.outside
    /// Whether the rest of the text can't be parsed, as after a missing quotation mark.
    var isHopeless = false
    /// The positions of syntax errors, in bytes from 0; only the first ones if there are many.
    private(set) var offsets: [Int] = []

    mutating func note(_ offset: Int) {
        if offsets.count < Self.mostNoted { offsets.append(offset) }
    }
}
