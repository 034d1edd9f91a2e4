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
