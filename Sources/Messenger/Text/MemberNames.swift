import Conversations

/// What the members of a chat are called (client-server API, "Calculating the display name for a user"; a contact has the
/// name that the account's owner gave), and whether a name is one person's alone.
struct MemberNames: Equatable {
    private let members: [String: ChatMember]
    /// Those whose name is or looks like that of somebody else who is here.
    private let shared: Set<String>

    init(_ members: [String: ChatMember] = [:]) {
        self.members = members
        let looks = members.compactMapValues { $0.shownName.map(NameLook.of) }
        var counts: [String: Int] = [:]
        for (userID, look) in looks where members[userID]?.isHere == true { counts[look, default: 0] += 1 }
        shared = Set(
            looks.filter { userID, look in counts[look, default: 0] > (members[userID]?.isHere == true ? 1 : 0) }.keys)
    }

    /// With the Matrix ID where somebody else's name is or looks the same; the first part of the ID where there is no name.
    func name(of userID: String) -> String {
        guard let name = members[userID]?.shownName else { return Naming.shortID(userID) }
        return isShared(userID) ? "\(name) (\(userID))" : name
    }

    /// As the person chose it, for this chat; `nil` where there is none.
    func displayName(of userID: String) -> String? { members[userID]?.displayName }

    /// Whether there is more to call them by than the ID.
    func hasName(_ userID: String) -> Bool { members[userID]?.shownName != nil }

    /// Whether the name alone doesn't say who it is.
    func isShared(_ userID: String) -> Bool { shared.contains(userID) }
}

extension ChatMember {
    /// What the account's owner calls them, or they themselves; `nil` where nobody said a name.
    var shownName: String? { Naming.given(contactName: contactName, displayName: displayName) }

    fileprivate var isHere: Bool { membership == "join" || membership == "invite" }
}
