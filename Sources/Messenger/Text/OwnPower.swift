package import Conversations
package import Engine
package import ViewModels

/// Explains why the account lacks the power for an action in a chat. If the power isn't known, the server decides.
package struct OwnPower {
    package let power: ChatPower?
    package let userID: String

    /// - Parameter what: the action, as in `write here`.
    package func denialReason(toSend type: String, _ what: DisplayText) -> DisplayText? {
        denialReason(what) { $0.maySend(type, userID) }
    }

    /// - Parameter what: the action, as in `rename this chat`.
    package func denialReason(toSet type: String, _ what: DisplayText) -> DisplayText? {
        maySet(type) ? nil : Self.text(lacking: what)
    }

    package func denialReason(toDeleteMessageOf sender: String) -> DisplayText? {
        sender == userID
            ? denialReason(toSend: "m.room.redaction", .words("power.delete-messages"))
            : denialReason(.words("power.delete-others")) { $0.mayRedactOthers(userID) }
    }

    package var inviteDenialReason: DisplayText? { mayInvite ? nil : Self.text(lacking: .words("power.invite")) }

    var mayInvite: Bool { power?.mayInvite(userID) ?? true }

    package init(power: ChatPower?, userID: String) {
        self.power = power
        self.userID = userID
    }

    package func maySet(_ type: String) -> Bool { power?.maySet(type, userID) ?? true }

    /// Returns the reason why the account can't do this to a member.
    package func denialReason(of act: MemberChange.Act, to other: String) -> DisplayText? {
        guard let power else { return nil }
        let mayDo =
            switch act {
            case .remove: power.mayRemove(other, userID)
            case .ban: power.mayBan(other, userID)
            case .unban: power.mayUnban(other, userID)
            case .give(let level): power.mayGive(level, to: other, userID)
            }
        return mayDo ? nil : Self.text(lackingFor: act)
    }

    static func text(lackingFor act: MemberChange.Act) -> DisplayText {
        switch act {
        case .remove: .words("power.lack-to-remove")
        case .ban: .words("power.lack-to-ban")
        case .unban: text(lacking: .words("power.unban"))
        case .give: .words("power.lack-to-give")
        }
    }

    private func denialReason(_ what: DisplayText, _ mayDo: (ChatPower) -> Bool) -> DisplayText? {
        guard let power, !mayDo(power) else { return nil }
        return Self.text(lacking: what)
    }

    static func text(lacking what: DisplayText) -> DisplayText { .words("power.lack", ["what": what.string]) }
}

extension Chat {
    /// The reason why this chat, which the account isn't a member of, is read-only. The chat may also be an imported
    /// one.
    package var outside: DisplayText { Self.outside(id) }

    package static func outside(_ id: String) -> DisplayText {
        .words(isImported(id) ? "composer.is-imported" : "chat.not-in-it-any-more")
    }
}
