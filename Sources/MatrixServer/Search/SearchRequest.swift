import MatrixAPI
import SearchWords

/// The parameters of a search in rooms' events (client-server API, "Server Side Search", `room_events`).
struct SearchRequest: Sendable {
    enum Order: String, Sendable { case rank, recent }
    enum Group: String, Sendable { case room = "room_id", sender = "sender" }

    /// The maximum in bytes.
    private static let longestTerm = 512
    private static let largestPage = 100
    private static let maxContext = 20

    let terms: SearchTerms
    let keys: [SearchedKey]
    let order: Order
    let limit: Int
    let context: (before: Int, after: Int, hasProfiles: Bool)?
    let includesState: Bool
    /// The groups without repetitions: all results are counted again for each of them.
    let groups: [Group]
    /// The position at which an earlier response ended.
    let place: SearchCursor?
    let events: EventFilter
    private let rooms: Set<String>?
    private let notRooms: Set<String>
    /// The senders whose events are searched; `nil` stands for all.
    let senders: Set<String>?

    init(_ json: JSONValue, nextBatch: String?) throws {
        guard json.isObject else { throw EndpointError.badJSON("room_events must be an object") }
        guard let term = json["search_term"] else { throw EndpointError.missing("search_term") }
        guard let text = term.string else { throw EndpointError.badJSON("search_term must be a string") }
        guard text.utf8.count <= SearchRequest.longestTerm else {
            throw EndpointError.tooLarge("search_term is too long")
        }
        terms = SearchTerms(text)
        keys =
            try SearchRequest.list(json, "keys").map { names in
                try names.map { name in
                    guard let key = SearchedKey(rawValue: name) else {
                        throw EndpointError.invalid("\(name) is not searched")
                    }
                    return key
                }
            }?.distinct.nonEmpty ?? SearchedKey.allCases
        guard let order = Order(rawValue: json["order_by"]?.string ?? Order.rank.rawValue) else {
            throw EndpointError.invalid("order_by is rank or recent")
        }
        self.order = order
        context = try json["event_context"].map { context in
            (
                try SearchRequest.number(context, "before_limit", most: SearchRequest.maxContext) ?? 5,
                try SearchRequest.number(context, "after_limit", most: SearchRequest.maxContext) ?? 5,
                context["include_profile"]?.bool ?? false
            )
        }
        includesState = json["include_state"]?.bool ?? false
        groups = try (json["groupings"]?["group_by"]?.array ?? []).map { group -> Group in
            guard let group = Group(rawValue: group["key"]?.string ?? "") else {
                throw EndpointError.invalid("Groups are by room_id or sender")
            }
            return group
        }.distinct
        place = try nextBatch.map { text in
            guard let place = SearchCursor(text) else {
                throw EndpointError.invalid("next_batch is no token of this server")
            }
            return place
        }
        let filter = json["filter"]
        try FilterRules.roomEvents.checkLength(filter)
        limit = try max(1, SearchRequest.number(filter ?? .null, "limit", most: SearchRequest.largestPage) ?? 10)
        events = EventFilter(filter)
        let group = place?.group ?? ""
        let isOfSender = group.hasPrefix("@")
        rooms = SearchRequest.narrowed(try SearchRequest.list(filter, "rooms"), to: isOfSender ? "" : group)
        senders = SearchRequest.narrowed(try SearchRequest.list(filter, "senders"), to: isOfSender ? group : "")
        notRooms = Set(try SearchRequest.list(filter, "not_rooms") ?? [])
    }

    /// Returns the rooms of a list that it searches.
    func rooms(of all: [String]) -> Set<String> {
        Set(all.filter { rooms?.contains($0) ?? true }).subtracting(notRooms)
    }

    func allows(_ event: StoredEvent) -> Bool { events.allows(event) }

    private static func narrowed(_ list: [String]?, to one: String) -> Set<String>? {
        guard !one.isEmpty else { return list.map(Set.init) }
        return list?.contains(one) ?? true ? [one] : []
    }

    private static func list(_ json: JSONValue?, _ name: String) throws -> [String]? {
        guard let value = json?[name], value != .null else { return nil }
        guard let list = value.array else { throw EndpointError.badJSON("\(name) must be a list") }
        return list.compactMap(\.string)
    }

    private static func number(_ json: JSONValue, _ name: String, most: Int) throws -> Int? {
        guard let value = json[name], value != .null else { return nil }
        guard let number = value.integer, number >= 0 else {
            throw EndpointError.invalid("\(name) must be a whole number")
        }
        return min(Int(clamping: number), most)
    }
}

extension Array where Element: Hashable {
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }

    /// The elements without repetitions, in the order of their first occurrences.
    fileprivate var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// The terms of a search: words, and quoted phrases, all of which have to match.
///
/// NOTSPEC: the specification leaves open how terms match. A last word that nothing follows may be a prefix, since
/// clients search while the user types.
struct SearchTerms: Sendable {
    let terms: [SearchTerm]

    init(_ text: String) {
        var terms: [SearchTerm?] = []
        // Every second part was between quotation marks.
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            guard place.isMultiple(of: 2) else {
                terms.append(SearchTerm(String(part), isPrefix: false))
                continue
            }
            let words = part.split(whereSeparator: \.isWhitespace)
            let isOpen = place == parts.count - 1 && part.last?.isWhitespace == false
            terms += words.enumerated().map { index, word in
                SearchTerm(String(word), isPrefix: isOpen && index == words.count - 1)
            }
        }
        self.terms = terms.compactMap(\.self)
    }

    /// Returns how well a text matches, computed from the text alone. A rank that depended on other texts would
    /// reveal something about hidden ones.
    func rank(of tokens: [SearchToken]) -> Double {
        terms.reduce(0) { sum, term in
            let count = Double(term.ranges(in: tokens).count)
            return sum + count / (count + 0.5 + Double(tokens.count) / 50)
        }
    }

    /// Returns the matching words as in the text, in lower case.
    func words(in text: String, _ tokens: [SearchToken]) -> Set<String> {
        let characters = Array(text)
        return Set(
            terms.flatMap { $0.ranges(in: tokens) }.flatMap { range in
                tokens.filter { range.contains($0.range.lowerBound) }
                    .map { String(characters[$0.range]).lowercased() }
            })
    }
}
