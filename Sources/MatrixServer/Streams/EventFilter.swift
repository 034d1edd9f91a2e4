import GRDB
import MatrixAPI

/// A filter for a kind of events (client-server API, "Filtering", `EventFilter`).
struct EventFilter: Sendable {
    private let types: TypeList?
    private let notTypes: TypeList
    private let senders: Set<String>?
    private let notSenders: Set<String>
    /// Whether a `url` is required; `nil` accepts events with and without it.
    private let containsURL: Bool?
    /// The filter requires a related event of one of these kinds and by one of these users.
    private let relatedKinds: [String]?
    private let relatedSenders: [String]?
    let limit: Int?

    init(_ json: JSONValue?) {
        types = (json?["types"]?.array?.compactMap(\.string)).map(TypeList.init)
        notTypes = TypeList(json?["not_types"]?.array?.compactMap(\.string) ?? [])
        senders = (json?["senders"]?.array?.compactMap(\.string)).map(Set.init)
        notSenders = Set(json?["not_senders"]?.array?.compactMap(\.string) ?? [])
        containsURL = json?["contains_url"]?.bool
        relatedKinds = json?["related_by_rel_types"]?.array?.compactMap(\.string)
        relatedSenders = json?["related_by_senders"]?.array?.compactMap(\.string)
        limit = json?["limit"]?.integer.map { Int(clamping: $0) }
    }

    /// Whether few of a room's events may be allowed.
    var isNarrow: Bool {
        types != nil || senders != nil || containsURL != nil || relatedKinds != nil || relatedSenders != nil
    }

    func allows(type: String, sender: String? = nil) -> Bool {
        if notTypes.contains(type) { return false }
        if let types, !types.contains(type) { return false }
        guard let sender else { return true }
        if notSenders.contains(sender) { return false }
        return senders?.contains(sender) ?? true
    }

    func allows(_ event: StoredEvent) -> Bool {
        allows(type: event.type, sender: event.sender)
            && containsURL.map { $0 == (event.content["url"]?.string != nil) } ?? true
    }

    /// - Parameter relatives: The identifiers from ``relatives(of:in:_:)``.
    func allows(_ event: StoredEvent, _ relatives: Set<String>?) -> Bool {
        allows(event) && relatives?.contains(event.eventID) ?? true
    }

    /// Returns the identifiers of the events of a room that have relations as the filter requires; `nil` if it
    /// requires none.
    func relatives(of events: [StoredEvent], in room: String, _ database: Database) throws -> Set<String>? {
        guard relatedKinds != nil || relatedSenders != nil else { return nil }
        let list = { (names: [String]?) in names.map { JSONValue.array($0.map(JSONValue.string)).serializedText } }
        let related = try EventsTable(database).related(
            room: room, among: list(events.map(\.eventID)), kinds: list(relatedKinds), senders: list(relatedSenders))
        return Set(related)
    }

    func allows(_ json: JSONValue) -> Bool { allows(type: json["type"]?.string ?? "") }
}

/// A list of event types. `*` in an entry stands for any run of characters.
private struct TypeList: Sendable {
    /// The entries without `*`, which are found without a walk through the list.
    private let names: Set<String>
    private let patterns: [String]

    init(_ entries: [String]) {
        names = Set(entries.filter { !$0.contains("*") })
        patterns = entries.filter { $0.contains("*") }
    }

    func contains(_ type: String) -> Bool {
        names.contains(type) || patterns.contains { TypeList.matches($0, type) }
    }

    private static func matches(_ pattern: String, _ type: String) -> Bool {
        var rest = Substring(type)
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, rest.hasPrefix(first) else { return false }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
