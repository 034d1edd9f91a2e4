import GRDB
import MatrixAPI

/// A room inside the writer's transaction, after all earlier changes. It is read once, then cached.
struct CurrentRoom {
    let room: String
    let database: Database
    private let changes: Changes

    init(_ room: String, _ changes: Changes) {
        self.room = room
        self.changes = changes
        database = changes.database
    }

    /// - Returns: `nil` if there is no such room.
    func tip() throws -> RoomTip? { try known()?.tip }

    func powerLevels() throws -> PowerLevels { try known()?.levels ?? PowerLevels(content: nil, creator: nil) }

    func membership(of user: String) throws -> Membership? { try member(user).membership }

    /// Returns the number of the user's events in the room that have counted as notifications.
    func ordinal(of user: String) throws -> Int64 { try member(user).ordinal }

    /// Returns the events that authorize an event (server-server API, "Auth events selection").
    func authorizingEvents(_ draft: EventDraft) throws -> [String] {
        guard draft.type != "m.room.create" else { return [] }
        let known = try known()
        var events = [known?.creationID, known?.levelsID, try member(draft.sender).eventID]
        if draft.type == "m.room.member", let target = draft.stateKey {
            events.append(try StateTable(database).currentID("m.room.join_rules", "", in: room))
            if target != draft.sender { events.append(try member(target).eventID) }
        }
        return events.compactMap(\.self)
    }

    private func known() throws -> KnownRoom? {
        if let known = changes.known[room] { return known }
        guard let tip = try RoomsTable(database).tip(of: room) else { return nil }
        let state = StateTable(database)
        let creation = try state.current("m.room.create", in: room)
        let levels = try state.current("m.room.power_levels", in: room)
        let known = KnownRoom(
            tip: tip, creationID: creation?.eventID, levelsID: levels?.eventID,
            levels: PowerLevels(content: levels?.content, creator: creation?.sender))
        changes.known.put(known, for: room, size: 512 + (levels?.content.serialized.count ?? 0))
        return known
    }

    private func member(_ user: String) throws -> KnownMember {
        if let member = changes.known[room]?.members[user] { return member }
        let member = try MembershipsTable(database).member(user, in: room)
        changes.known.put(member, user, in: room)
        return member
    }
}
