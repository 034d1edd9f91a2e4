import GRDB
import MatrixAPI

/// The authorization rules of room version 11, in the specification's order, against the current state.
///
/// NOTSPEC: the rules about the event graph (auth events, other servers) are left out. A single server keeps the
/// events in a linear order, so that the current state is the state before the event.
struct Authorization {
    private let current: CurrentRoom
    private let state: StateTable

    init(_ current: CurrentRoom) {
        self.current = current
        state = StateTable(current.database)
    }

    func check(_ draft: EventDraft) throws {
        if draft.type == "m.room.create" {
            guard try state.current("m.room.create", in: current.room) == nil else {
                throw EndpointError.forbidden("The room is created already")
            }
            return
        }
        if draft.type == "m.room.member" { return try checkMember(draft) }
        guard try current.membership(of: draft.sender) == .join else {
            throw EndpointError.forbidden("You are not in this room")
        }
        let levels = try current.powerLevels()
        let own = levels.level(of: draft.sender)
        let required = levels.required(forType: draft.type, isState: draft.stateKey != nil)
        guard own >= required else {
            throw EndpointError.forbidden("\(draft.type) needs power level \(required), you have \(own)")
        }
        if let key = draft.stateKey, key.hasPrefix("@"), key != draft.sender {
            throw EndpointError.forbidden("A state key that is a user belongs to that user")
        }
        if draft.type == "m.room.tombstone", draft.content["replacement_room"]?.string == current.room {
            throw EndpointError.invalid("A room can't replace itself")
        }
        if draft.type == "m.room.power_levels" {
            guard levels.allowsChange(to: draft.content, by: draft.sender) else {
                throw EndpointError.forbidden("These power levels are malformed or above your own")
            }
        }
    }

    private func checkMember(_ draft: EventDraft) throws {
        guard let target = draft.stateKey,
            let membership = Membership(rawValue: draft.content["membership"]?.string ?? "")
        else { throw EndpointError.badJSON("A membership and its user are needed") }
        let before = try current.membership(of: target)
        let isOwn = target == draft.sender
        switch membership {
        case .join:
            let guarantor = draft.content[RestrictedJoin.name]?.string
            try checkJoin(isOwn: isOwn, before: before, sender: draft.sender, guarantor: guarantor)
        case .knock: try checkKnock(isOwn: isOwn, before: before)
        case .leave where isOwn:
            guard before == .join || before == .invite || before == .knock else {
                throw EndpointError.forbidden("You are not in this room")
            }
        case .invite, .leave, .ban: try checkOther(membership, target, before: before, sender: draft.sender)
        }
    }

    /// - Parameter guarantor: A member who may invite and so authorizes joining a restricted room.
    private func checkJoin(isOwn: Bool, before: Membership?, sender: String, guarantor: String?) throws {
        guard isOwn else { throw EndpointError.forbidden("Nobody can be joined by another") }
        guard before != .ban else { throw EndpointError.forbidden("You are banned from this room") }
        if before == .join || before == .invite { return }
        // The creator's own join is the second event of a room, before there are join rules.
        if let create = try state.current("m.room.create", in: current.room), create.sender == sender,
            try current.tip()?.latestEventID == create.eventID
        {
            return
        }
        let rules = try state.current("m.room.join_rules", in: current.room)?.content
        switch rules?["join_rule"]?.string {
        case "public": return
        case "restricted", "knock_restricted":
            guard try RestrictedJoin(current).allows(sender, rules) else {
                throw EndpointError.forbidden("You are in no room whose members may join")
            }
            guard let guarantor, try RestrictedJoin(current).mayVouch(guarantor) else {
                throw EndpointError.forbidden("Nobody in the room may let you in")
            }
        default: throw EndpointError.forbidden("You are not invited to this room")
        }
    }

    private func checkKnock(isOwn: Bool, before: Membership?) throws {
        let rule = try state.current("m.room.join_rules", in: current.room)?.content["join_rule"]?.string
        guard isOwn, rule == "knock" || rule == "knock_restricted",
            before == nil || before == .leave || before == .knock
        else { throw EndpointError.forbidden("You can't knock here") }
    }

    private func checkOther(_ membership: Membership, _ target: String, before: Membership?, sender: String) throws {
        guard try current.membership(of: sender) == .join else {
            throw EndpointError.forbidden("You are not in this room")
        }
        let levels = try current.powerLevels()
        let own = levels.level(of: sender)
        if membership == .invite {
            guard before != .join, before != .ban else {
                throw EndpointError.forbidden("\(target) is \(before == .ban ? "banned from" : "already in") the room")
            }
            guard own >= levels.invite else { throw EndpointError.forbidden("You may not invite here") }
            guard try AccountsTable(state.database).exists(target) else {
                throw EndpointError.notFound("There is no user \(target) on this server")
            }
            return
        }
        let required = membership == .ban || before == .ban ? levels.ban : levels.kick
        guard own >= required, membership == .leave && before == .ban ? own >= levels.kick : true,
            levels.level(of: target) < own
        else { throw EndpointError.forbidden("You may not do that to \(target)") }
    }
}
