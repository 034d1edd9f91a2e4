import GRDB
import MatrixAPI

/// The part of a room's state that an invited or knocking user sees (client-server API, "Stripped state").
struct StrippedState {
    private static let shown = [
        "m.room.create", "m.room.join_rules", "m.room.name", "m.room.avatar", "m.room.topic", "m.room.canonical_alias",
        "m.room.encryption",
    ]

    private let state: StateTable
    private let room: String

    init(_ database: Database, room: String) {
        state = StateTable(database)
        self.room = room
    }

    /// Returns the events, with the user's own membership and that of its sender.
    ///
    /// - Parameter asThen: Whether to use the state when the user's membership was set, since the room may hide its
    ///   present state.
    func events(for user: String, asThen: Bool = false) throws -> [JSONValue] {
        let own = try state.current("m.room.member", user, in: room)
        var events = try StrippedState.shown.compactMap { type in
            try asThen ? state.event(type, "", in: room, upTo: own?.stream ?? 0) : state.current(type, in: room)
        }
        if let own {
            if own.sender != user, let other = try state.current("m.room.member", own.sender, in: room) {
                events.append(other)
            }
            events.append(own)
        }
        return events.map(EventView.stripped)
    }
}

/// The result of composing a sync, with the token from which the next one begins.
struct SyncResult: Sendable {
    let next: SyncToken
    /// Whether it has nothing new for the client.
    let isEmpty: Bool
    /// Whether there was more than fits into a response.
    var hasMore = false
}

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

/// The request of a sync, by long poll or stream.
struct SyncRequest: Sendable {
    let caller: Caller
    /// `nil` for the first sync.
    var since: SyncToken?
    let filter: SyncFilter
    /// Whether to include the whole state, even if the client knows it (client-server API, `full_state`).
    var wantsFullState: Bool

    var isInitial: Bool { since == nil }
}
