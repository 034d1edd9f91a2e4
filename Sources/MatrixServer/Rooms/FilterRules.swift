import MatrixAPI

/// The types of the fields of a filter (client-server API, "Filtering"). Other fields, and `null`, pass.
indirect enum FilterRules: Sendable {
    case flag
    case number
    case text
    case textList
    case fields([String: FilterRules])

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
        case .flag: guard json.bool != nil else { throw Refusal.badJSON("\(name) must be true or false") }
        case .number:
            switch json {
            case .integer, .double: break
            default: throw Refusal.badJSON("\(name) must be a number")
            }
        case .text: guard json.string != nil else { throw Refusal.badJSON("\(name) must be a string") }
        case .textList:
            guard let list = json.array, list.allSatisfy({ $0.string != nil }) else {
                throw Refusal.badJSON("\(name) must be a list of strings")
            }
        case .fields(let rules):
            guard let members = json.object else { throw Refusal.badJSON("\(name) must be an object") }
            for (name, rule) in rules {
                if let value = members[name] { try rule.check(value, name) }
            }
        }
    }
}
