import GRDB
import MatrixAPI

/// A filter for one kind of events (client-server API, "Filtering", `EventFilter`).
struct EventFilter: Sendable {
    private let types: [String]?
    private let notTypes: [String]
    private let senders: [String]?
    private let notSenders: [String]
    /// Whether there has to be a `url`; `nil`: it makes no difference.
    private let containsURL: Bool?
    let limit: Int?

    init(_ json: JSONValue?) {
        types = json?["types"]?.array?.compactMap(\.string)
        notTypes = json?["not_types"]?.array?.compactMap(\.string) ?? []
        senders = json?["senders"]?.array?.compactMap(\.string)
        notSenders = json?["not_senders"]?.array?.compactMap(\.string) ?? []
        containsURL = json?["contains_url"]?.bool
        limit = json?["limit"]?.integer.map { Int(clamping: $0) }
    }

    /// Whether few of a room's events may be allowed.
    var isNarrow: Bool { types != nil || senders != nil || containsURL != nil }

    func allows(type: String, sender: String? = nil) -> Bool {
        if notTypes.contains(where: { EventFilter.matches($0, type) }) { return false }
        if let types, !types.contains(where: { EventFilter.matches($0, type) }) { return false }
        guard let sender else { return true }
        if notSenders.contains(sender) { return false }
        return senders?.contains(sender) ?? true
    }

    func allows(_ event: StoredEvent) -> Bool {
        allows(type: event.type, sender: event.sender)
            && containsURL.map { $0 == (event.content["url"]?.string != nil) } ?? true
    }

    func allows(_ json: JSONValue) -> Bool { allows(type: json["type"]?.string ?? "") }

    /// `*` stands for any run of characters.
    private static func matches(_ pattern: String, _ type: String) -> Bool {
        guard pattern.contains("*") else { return pattern == type }
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
