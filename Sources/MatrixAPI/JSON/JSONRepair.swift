/// How a ``JSONParser`` goes on behind broken grammar, such as `NaN` in a number's place, so that one event costs that event.
///
/// The walk knows where it is: outside of events a value that can't be read is left out, as a count of one room. In a list of
/// events the element is read once more, member by member, and marked. A text that ends too early is refused as a whole.
struct JSONRepair {
    enum Place {
        case outside
        case eventList
        case event
    }

    /// The members whose arrays hold events (client-server API, "Syncing" and "Getting events for a room").
    static let listNames: Set<String> = ["events", "chunk", "state", "events_before", "events_after"]

    /// The member that an event gets whose grammar is broken.
    static let mark = MatrixEvent.malformedType

    private static let mostNoted = 20

    var place = Place.outside
    /// Whether the rest of the text can't be walked, as where a quotation mark is missing.
    var isHopeless = false
    /// Places of broken grammar, in bytes from 0; not all where there are many.
    private(set) var offsets: [Int] = []

    mutating func note(_ offset: Int) {
        if offsets.count < Self.mostNoted { offsets.append(offset) }
    }
}
