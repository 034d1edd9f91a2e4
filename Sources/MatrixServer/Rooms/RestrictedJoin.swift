import MatrixAPI

/// Joining a room whose join rule is `restricted` or `knock_restricted`: members of other rooms may join, each
/// authorized by a member who may invite (client-server API, "Restricted rooms").
struct RestrictedJoin {
    /// The member of the join's content that names the authorizing user.
    static let name = "join_authorised_via_users_server"

    private let current: CurrentRoom

    init(_ current: CurrentRoom) { self.current = current }

    /// Whether the user is in a room that the join rules name.
    func allows(_ user: String, _ rules: JSONValue?) throws -> Bool {
        let memberships = MembershipsTable(current.database)
        for allowed in rules?["allow"]?.array ?? [] where allowed["type"]?.string == "m.room_membership" {
            guard let other = allowed["room_id"]?.string else { continue }
            if try memberships.membership(of: user, in: other) == .join { return true }
        }
        return false
    }

    /// Whether the user is in the room and may invite.
    func mayVouch(_ user: String) throws -> Bool {
        let levels = try current.powerLevels()
        return try levels.level(of: user) >= levels.invite && current.membership(of: user) == .join
    }

    /// Returns the member who authorizes a join; `nil` if none is needed, or none may.
    ///
    /// - Parameter before: The user's present membership in the room.
    func guarantor(for user: String, before: Membership?) throws -> String? {
        guard before != .join, before != .invite else { return nil }
        let rules = try StateTable(current.database).current("m.room.join_rules", in: current.room)?.content
        let rule = rules?["join_rule"]?.string
        guard rule == "restricted" || rule == "knock_restricted", try allows(user, rules) else { return nil }
        let levels = try current.powerLevels()
        for user in levels.named.sorted(by: { levels.level(of: $0) > levels.level(of: $1) }) {
            if try mayVouch(user) { return user }
        }
        guard levels.usersDefault >= levels.invite else { return nil }
        return try MembershipsTable(current.database).users(in: current.room, .join).first { try mayVouch($0) }
    }
}
