import GRDB
import MatrixAPI

/// `user/{userID}/filter` (client-server API, "Filtering").
enum FilterEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let filter = call.body
        try FilterRules.sync.check(filter)
        try FilterRules.sync.checkLength(filter)
        let most = call.server.configuration.limits.filters
        let name = try await call.commit { changes in
            try FiltersTable(changes.database).put(filter, of: user, most: most)
        }
        return ["filter_id": .string(name)]
    }

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.parameter("filterID")
        guard let filter = try await call.read({ try FiltersTable($0).filter(name, of: user) }) else {
            throw EndpointError.notFound("There is no such filter")
        }
        return filter
    }
}

/// A filter as JSON in a query.
enum FilterArgument {
    /// - Parameter rules: The types of the filter's fields.
    static func parse(_ text: String?, _ rules: FilterRules = .roomEvents) throws -> JSONValue? {
        guard let text, !text.isEmpty else { return nil }
        guard let json = try? JSONValue(parsing: text, maximumDepth: 64), json.isObject else {
            throw EndpointError.badJSON("The filter is no JSON object")
        }
        try BodyGate.check(json)
        try rules.check(json)
        try rules.checkLength(json)
        return json
    }

    /// Returns the filter of sync: inline, or the stored one with the given name.
    static func sync(_ text: String?, of user: String, _ server: Homeserver) async throws -> SyncFilter {
        guard let text, !text.isEmpty else { return SyncFilter(nil) }
        if text.hasPrefix("{") { return SyncFilter(try parse(text, .sync)) }
        guard let stored = try await server.read(for: user, { try FiltersTable($0).filter(text, of: user) }) else {
            throw EndpointError.invalid("There is no filter \(text)")
        }
        // It may be older than the limit.
        try FilterRules.sync.checkLength(stored)
        return SyncFilter(stored)
    }
}

/// The types of the fields of a filter (client-server API, "Filtering"). Other fields, and `null`, pass.
indirect enum FilterRules: Sendable {
    case flag
    case number
    case text
    case textList
    case fields([String: FilterRules])

    /// The maximum number of entries in all lists of a filter together.
    static let maxEntries = 1_000
    /// The number of entries that an entry with `*` counts as. Each event is compared with each of these, while other
    /// entries are looked up.
    static let entriesOfPattern = 10

    private static let eventFields: [String: FilterRules] = [
        "limit": .number, "senders": .textList, "not_senders": .textList, "types": .textList, "not_types": .textList,
    ]

    /// `EventFilter`.
    static let events = FilterRules.fields(eventFields)

    /// `RoomEventFilter`.
    static let roomEvents = FilterRules.fields(
        eventFields.merging(
            [
                "contains_url": .flag, "include_redundant_members": .flag, "lazy_load_members": .flag,
                "unread_thread_notifications": .flag, "rooms": .textList, "not_rooms": .textList,
                "related_by_rel_types": .textList, "related_by_senders": .textList,
            ], uniquingKeysWith: { $1 }))

    /// `Filter`.
    static let sync = FilterRules.fields([
        "account_data": events, "presence": events, "event_fields": .textList, "event_format": .text,
        "room": .fields([
            "account_data": roomEvents, "ephemeral": roomEvents, "state": roomEvents, "timeline": roomEvents,
            "include_leave": .flag, "rooms": .textList, "not_rooms": .textList,
        ]),
    ])

    /// - Parameter name: The field's name, for the error.
    /// - Throws: `M_BAD_JSON` if a field has a value of another type, which would otherwise filter nothing.
    func check(_ json: JSONValue, _ name: String = "The filter") throws {
        if json == .null { return }
        switch self {
        case .flag: guard json.bool != nil else { throw EndpointError.badJSON("\(name) must be true or false") }
        case .number:
            switch json {
            case .integer, .double: break
            default: throw EndpointError.badJSON("\(name) must be a number")
            }
        case .text: guard json.string != nil else { throw EndpointError.badJSON("\(name) must be a string") }
        case .textList:
            guard let list = json.array, list.allSatisfy({ $0.string != nil }) else {
                throw EndpointError.badJSON("\(name) must be a list of strings")
            }
        case .fields(let rules):
            guard let members = json.object else { throw EndpointError.badJSON("\(name) must be an object") }
            for (name, rule) in rules {
                if let value = members[name] { try rule.check(value, name) }
            }
        }
    }

    /// - Throws: `M_INVALID_PARAM` if the filter has too many entries. A filter is applied to thousands of events.
    func checkLength(_ json: JSONValue?) throws {
        guard entries(in: json) <= FilterRules.maxEntries else {
            throw EndpointError.invalid("The lists of the filter have too many entries")
        }
    }

    private func entries(in json: JSONValue?) -> Int {
        switch self {
        case .flag, .number, .text: 0
        case .textList:
            (json?.array ?? []).reduce(0) { count, entry in
                count + (entry.string?.contains("*") == true ? FilterRules.entriesOfPattern : 1)
            }
        case .fields(let rules): rules.reduce(0) { count, rule in count + rule.value.entries(in: json?[rule.key]) }
        }
    }
}
