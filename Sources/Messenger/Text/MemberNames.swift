package import Conversations
import Engine

/// The names of a chat's members, and whether a name belongs to one person alone (client-server API, "Calculating the
/// display name for a user"). A contact has the name that the account's owner gave.
package struct MemberNames: Equatable {
    private let members: [String: ChatMember]
    /// The members whose name equals or looks like another present member's name.
    private let shared: Set<String>
    /// The number of present members with a name of this skeleton.
    private let counts: [String: Int]

    package init(_ members: [String: ChatMember] = [:]) {
        self.members = members
        let looks = members.mapValues {
            ConfusableSkeleton.of(contactName: $0.contactName, displayName: $0.displayName, userID: $0.userID)
        }
        var counts: [String: Int] = [:]
        for (userID, look) in looks where members[userID]?.isHere == true { counts[look, default: 0] += 1 }
        shared = Set(
            looks.filter { userID, look in counts[look, default: 0] > (members[userID]?.isHere == true ? 1 : 0) }.keys)
        self.counts = counts
    }

    /// Returns the name, with the Matrix ID if the name is ambiguous or looks like an ID. Without a name, returns the
    /// localpart of the ID.
    package func name(of userID: String) -> String {
        Naming.distinct(members[userID]?.shownName, of: userID, isShared: isShared(userID))
    }

    /// Returns a name that was given in an event, with the Matrix ID if the name is ambiguous or looks like an ID.
    ///
    /// - Parameter name: the untrusted name; `nil` if the event gave none.
    package func name(of userID: String, as name: String?) -> String {
        guard let name = VisibleName.first(name) else { return self.name(of: userID) }
        return Naming.distinct(name, of: userID, isShared: isShared(name, by: userID))
    }

    /// Returns whether somebody else who is present has this name or one that looks like it. The person may have
    /// another name now.
    package func isShared(_ name: String, by userID: String) -> Bool {
        let own = members[userID].map(\.isHere) == true && looksLike(name, userID) ? 1 : 0
        return counts[ConfusableSkeleton.of(name), default: 0] > own
    }

    private func looksLike(_ name: String, _ userID: String) -> Bool {
        guard let member = members[userID] else { return false }
        let look = ConfusableSkeleton.of(
            contactName: member.contactName, displayName: member.displayName, userID: userID)
        return look == ConfusableSkeleton.of(name)
    }

    /// The name that the person chose for this chat; `nil` if there is none.
    package func displayName(of userID: String) -> String? { members[userID]?.displayName }

    /// Returns whether the person has a name besides the ID.
    package func hasName(_ userID: String) -> Bool { members[userID]?.shownName != nil }

    /// Returns whether ``name(of:)`` must not be cut off. It has a Matrix ID, or a text that looks like one, and only
    /// its end tells who the person is.
    package func mustBeShownWhole(_ userID: String) -> Bool {
        isShared(userID) || VisibleName.resemblesID(name(of: userID))
    }

    /// Returns whether the name alone doesn't identify the person, as others have the same name.
    func isShared(_ userID: String) -> Bool {
        guard members[userID] == nil else { return shared.contains(userID) }
        return counts[ConfusableSkeleton.of(Naming.shortID(userID)), default: 0] > 0
    }
}

extension ChatMember {
    /// The name given by the account's owner, or else the person's own; `nil` if there is neither.
    package var shownName: String? { Naming.given(contactName: contactName, displayName: displayName) }

    fileprivate var isHere: Bool { membership == "join" || membership == "invite" }
}
