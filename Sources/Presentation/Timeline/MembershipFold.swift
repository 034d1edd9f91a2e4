import Conversations
import Engine
import Messenger
import ViewModels

/// Describes a run of membership events in one line, as in `Bo, Kim and 3 others joined, Lee left`.
struct MembershipFold {
    let names: MemberNames

    /// The key by which people are grouped: those who did the same, and those to whom the same person did the same.
    private struct GroupKey: Hashable {
        let what: MembershipChange.Kind
        /// The person who did it to another; `nil` if the people did it themselves.
        let actor: String?
        /// The stated reason; empty if there is none.
        let reason: String
    }

    /// The longest reason that is shown; a longer one would fill the screen.
    static let longestReason = 300
    private static let longestName = 100

    /// - Returns: `nil` if nothing changed.
    func text(of messages: [Message]) -> DisplayText? {
        var acts: [GroupKey] = []
        var people: [GroupKey: [DisplayText]] = [:]
        for message in messages {
            guard let change = message.detail, change.what != .unchanged else { continue }
            let act = GroupKey(
                what: change.what, actor: change.what.hasActor ? message.sender : nil,
                reason: message.isRemoved || change.what == .renamed ? "" : message.body)
            if people[act] == nil { acts.append(act) }
            let person = change.what == .renamed ? renamed(change, from: message.body) : whom(change)
            if people[act]?.contains(person) != true { people[act, default: []].append(person) }
        }
        guard !acts.isEmpty else { return nil }
        return acts.map { text($0, people[$0] ?? []) }.joined(separator: ", ")
    }

    private func whom(_ change: MembershipChange) -> DisplayText {
        // The name of a former member may be in the event alone.
        let name = names.hasName(change.userID) ? nil : change.displayName
        return DisplayText(sanitizing: names.name(of: change.userID, as: name?.beginning(upTo: Self.longestName)))
    }

    /// - Parameter former: the untrusted former name; empty if there was none.
    private func renamed(_ change: MembershipChange, from former: String) -> DisplayText {
        .words(
            "timeline.renamed",
            [
                "person": name(former, of: change.userID), "name": name(change.displayName, of: change.userID),
            ])
    }

    /// Returns a name that the person had at some time, with the Matrix ID if somebody else has that name now.
    /// Without it, a person could take the name of another for a moment and be mistaken for them afterwards.
    ///
    /// - Parameter name: the untrusted name; `nil` or empty if the person had none.
    private func name(_ name: String?, of userID: String) -> String {
        let name = VisibleName.first(name)
        return Naming.distinct(
            name?.beginning(upTo: Self.longestName), of: userID,
            isShared: names.isShared(name ?? Naming.shortID(userID), by: userID))
    }

    private func text(_ act: GroupKey, _ people: [DisplayText]) -> DisplayText {
        let clause = clause(act, people)
        if act.reason.isEmpty { return clause }
        return .words(
            "timeline.with-reason", ["what": clause.string, "reason": act.reason.beginning(upTo: Self.longestReason)])
    }

    private func clause(_ act: GroupKey, _ people: [DisplayText]) -> DisplayText {
        let whom = list(people).string
        let actor = act.actor.map(names.name) ?? ""
        return switch act.what {
        case .joined: .words("timeline.joined", ["people": whom])
        case .left: .words("timeline.left", ["people": whom])
        case .invited: .words("timeline.invited", ["actor": actor, "people": whom])
        case .declined: .words("timeline.declined", ["people": whom], count: people.count)
        case .removed: .words("timeline.removed", ["actor": actor, "people": whom])
        case .banned: .words("timeline.banned", ["actor": actor, "people": whom])
        case .unbanned: .words("timeline.unbanned", ["actor": actor, "people": whom])
        case .knocked: .words("timeline.asks-to-join", ["person": whom])
        case .withdrew: .words("timeline.withdrew", ["people": whom])
        case .refused: .words("timeline.refused", ["actor": actor, "people": whom])
        case .renamed: people.count > 3 ? .words("timeline.names-changed", count: people.count) : list(people)
        case .unchanged: .empty
        }
    }

    /// Joins names, as in `Bo`, `Bo and Kim`, `Bo, Kim and 3 others`.
    private func list(_ people: [DisplayText]) -> DisplayText {
        guard people.count > 3 else {
            guard let last = people.last, people.count > 1 else { return people.first ?? .empty }
            let others = Array(people.dropLast()).joined(separator: ", ")
            return .words("list.last", ["names": others.string, "last": last.string])
        }
        let first = people[0] + ", " + people[1]
        return .words("list.others", ["names": first.string], count: people.count - 2)
    }
}

extension MembershipChange.Kind {
    fileprivate var hasActor: Bool {
        switch self {
        case .invited, .removed, .banned, .unbanned, .refused: true
        case .joined, .left, .declined, .knocked, .withdrew, .renamed, .unchanged: false
        }
    }
}
