import Conversations

/// What the members of a chat are called (client-server API, "Calculating the display name for a user"; a contact has the
/// name that the account's owner gave), and whether a name is one person's alone.
struct MemberNames: Equatable {
    private let members: [String: ChatMember]
    /// The members whose name is or looks like that of somebody else who is here, or like somebody's Matrix ID.
    private let shared: Set<String>
    /// How many who are here have a name of this look.
    private let counts: [String: Int]

    init(_ members: [String: ChatMember] = [:]) {
        self.members = members
        let looks = members.mapValues {
            NameLook.of(contactName: $0.contactName, displayName: $0.displayName, userID: $0.userID)
        }
        var counts: [String: Int] = [:]
        for (userID, look) in looks where members[userID]?.isHere == true { counts[look, default: 0] += 1 }
        shared = Set(
            looks.filter { userID, look in counts[look, default: 0] > (members[userID]?.isHere == true ? 1 : 0) }.keys)
        self.counts = counts
    }

    /// With the Matrix ID where somebody else's name is or looks the same, or where it looks like an ID; the first part of the
    /// ID where there is no name.
    func name(of userID: String) -> String {
        Naming.distinct(members[userID]?.shownName, of: userID, isShared: isShared(userID))
    }

    /// The name that somebody had when something was told of them, in the same way.
    ///
    /// - Parameter name: from outside; `nil` where none was told.
    func name(of userID: String, as name: String?) -> String {
        guard let name = VisibleName.first(name) else { return self.name(of: userID) }
        let own = members[userID].map(\.isHere) == true && looksLike(name, userID) ? 1 : 0
        return Naming.distinct(name, of: userID, isShared: counts[NameLook.of(name), default: 0] > own)
    }

    private func looksLike(_ name: String, _ userID: String) -> Bool {
        guard let member = members[userID] else { return false }
        let look = NameLook.of(contactName: member.contactName, displayName: member.displayName, userID: userID)
        return look == NameLook.of(name)
    }

    /// As the person chose it, for this chat; `nil` where there is none.
    func displayName(of userID: String) -> String? { members[userID]?.displayName }

    /// Whether there is more to call them by than the ID.
    func hasName(_ userID: String) -> Bool { members[userID]?.shownName != nil }

    /// Whether the name alone doesn't say who it is.
    func isShared(_ userID: String) -> Bool {
        guard members[userID] == nil else { return shared.contains(userID) }
        return counts[NameLook.of(Naming.shortID(userID)), default: 0] > 0
    }
}

extension ChatMember {
    /// What the account's owner calls them, or they themselves; `nil` where nobody said a name.
    var shownName: String? { Naming.given(contactName: contactName, displayName: displayName) }

    fileprivate var isHere: Bool { membership == "join" || membership == "invite" }
}
