import Conversations
import ViewModels

/// Says in one line what a run of membership events changed, as in `Bo, Kim and 3 others joined, Lee left`.
struct MembershipFold {
    let names: MemberNames

    /// What stands for people who did the same, or to whom the same person did it.
    private struct Deed: Hashable {
        let what: MembershipChange.What
        /// Who did it, where somebody did it to somebody.
        let actor: String?
    }

    /// - Returns: `nil` where there is nothing to tell.
    func text(of messages: [Message]) -> DisplayText? {
        var deeds: [Deed] = []
        var people: [Deed: [DisplayText]] = [:]
        for message in messages {
            guard let change = message.detail, change.what != .unchanged else { continue }
            let deed = Deed(what: change.what, actor: change.what.hasActor ? message.sender : nil)
            if people[deed] == nil { deeds.append(deed) }
            let person = whom(change)
            if people[deed]?.contains(person) != true { people[deed, default: []].append(person) }
        }
        guard !deeds.isEmpty else { return nil }
        return deeds.map { clause($0, people[$0] ?? []) }.joined(separator: ", ")
    }

    private func whom(_ change: MembershipChange) -> DisplayText {
        let name = DisplayText(sanitizing: change.displayName ?? names.name(of: change.userID))
        guard change.what == .renamed else { return name }
        return DisplayText(sanitizing: Naming.shortID(change.userID)) + " is now called " + name
    }

    private func clause(_ deed: Deed, _ people: [DisplayText]) -> DisplayText {
        let whom = list(people)
        let actor = DisplayText(sanitizing: deed.actor.map(names.name) ?? "")
        return switch deed.what {
        case .joined: whom + " joined"
        case .left: whom + " left"
        case .invited: actor + " invited " + whom
        case .declined: whom + (people.count == 1 ? " declined the invitation" : " declined their invitations")
        case .removed: actor + " removed " + whom
        case .banned: actor + " banned " + whom
        case .unbanned: actor + " lifted the ban on " + whom
        case .renamed: people.count > 3 ? DisplayText(sanitizing: "\(people.count) people changed their names") : whom
        case .unchanged: .empty
        }
    }

    /// As in `Bo`, `Bo and Kim`, `Bo, Kim and 3 others`.
    private func list(_ people: [DisplayText]) -> DisplayText {
        guard people.count > 3 else {
            guard let last = people.last, people.count > 1 else { return people.first ?? .empty }
            return Array(people.dropLast()).joined(separator: ", ") + " and " + last
        }
        return people[0] + ", " + people[1] + DisplayText(sanitizing: " and \(people.count - 2) others")
    }
}

extension MembershipChange.What {
    fileprivate var hasActor: Bool {
        switch self {
        case .invited, .removed, .banned, .unbanned: true
        case .joined, .left, .declined, .renamed, .unchanged: false
        }
    }
}
