import Conversations

/// What the members of a chat are called (client-server API, "Calculating the display name for a user"; a contact has the
/// name that the account's owner gave), and whether a name is one person's alone.
struct MemberNames: Equatable {
    private let members: [String: ChatMember]
    /// How many of those who are here have a name that looks like this.
    private let counts: [String: Int]

    init(_ members: [String: ChatMember] = [:]) {
        self.members = members
        var counts: [String: Int] = [:]
        for member in members.values where member.isHere {
            guard let name = member.shownName else { continue }
            counts[NameLook.of(name), default: 0] += 1
        }
        self.counts = counts
    }

    /// With the Matrix ID where somebody else's name is or looks the same; the first part of the ID where there is no name.
    func name(of userID: String) -> String {
        guard let name = members[userID]?.shownName else { return Naming.shortID(userID) }
        return isShared(userID) ? "\(name) (\(userID))" : name
    }

    /// As the person chose it, for this chat; `nil` where there is none.
    func displayName(of userID: String) -> String? { members[userID]?.displayName }

    /// Whether the name alone doesn't say who it is.
    func isShared(_ userID: String) -> Bool {
        guard let member = members[userID], let name = member.shownName else { return false }
        return counts[NameLook.of(name), default: 0] > (member.isHere ? 1 : 0)
    }
}

extension ChatMember {
    /// What the account's owner calls them, or they themselves; `nil` where nobody said a name.
    var shownName: String? { Naming.given(contactName: contactName, displayName: displayName) }

    fileprivate var isHere: Bool { membership == "join" || membership == "invite" }
}
