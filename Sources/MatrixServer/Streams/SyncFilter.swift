import MatrixAPI

/// A client's filter for sync (client-server API, "Filtering").
struct SyncFilter: Sendable {
    let timeline: EventFilter
    let timelineLimit: Int
    let state: EventFilter
    let ephemeral: EventFilter
    let roomAccountData: EventFilter
    let accountData: EventFilter
    let loadsMembersLazily: Bool
    /// Whether unread events are counted for each thread.
    let countsThreads: Bool
    let includesLeft: Bool
    private let rooms: Set<String>?
    private let notRooms: Set<String>

    init(_ json: JSONValue?) {
        let room = json?["room"]
        timeline = EventFilter(room?["timeline"])
        timelineLimit = min(max(timeline.limit ?? 20, 0), 1000)
        state = EventFilter(room?["state"])
        ephemeral = EventFilter(room?["ephemeral"])
        roomAccountData = EventFilter(room?["account_data"])
        accountData = EventFilter(json?["account_data"])
        loadsMembersLazily =
            room?["state"]?["lazy_load_members"]?.bool ?? room?["timeline"]?["lazy_load_members"]?.bool ?? false
        countsThreads = room?["timeline"]?["unread_thread_notifications"]?.bool ?? false
        includesLeft = room?["include_leave"]?.bool ?? false
        rooms = room?["rooms"]?.array.map { Set($0.compactMap(\.string)) }
        notRooms = Set(room?["not_rooms"]?.array?.compactMap(\.string) ?? [])
    }

    func allows(room: String) -> Bool { !notRooms.contains(room) && rooms?.contains(room) ?? true }
}
