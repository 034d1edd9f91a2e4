import Engine
package import ViewModels

extension MemberChange.Act {
    /// The question for a reason that all members can read; empty if the change takes no reason.
    package func why(_ name: String) -> DisplayText {
        switch self {
        case .remove: .words("chat-details.remove-member-why", ["name": name])
        case .ban: .words("chat-details.ban-member-why", ["name": name])
        case .unban: .words("chat-details.unban-member-why", ["name": name])
        case .give: .empty
        }
    }

    package func question(_ name: String) -> DisplayText {
        switch self {
        case .remove: .words("chat-details.remove-member-question", ["name": name])
        case .ban: .words("chat-details.ban-member-question", ["name": name])
        case .unban: .words("chat-details.unban-member-question", ["name": name])
        case .makeModerator: .words("chat-details.make-moderator-question", ["name": name])
        case .makeAdmin: .words("chat-details.make-admin-question", ["name": name])
        case .give: .words("chat-details.take-power-question", ["name": name])
        }
    }

    /// The confirmation that is shown after the change.
    func done(_ name: String) -> String {
        switch self {
        case .remove: .words("composer.is-removed", ["name": name])
        case .ban: .words("composer.is-banned", ["name": name])
        case .unban: .words("composer.ban-is-lifted", ["name": name])
        case .makeModerator: .words("composer.is-moderator", ["name": name])
        case .makeAdmin: .words("composer.is-admin", ["name": name])
        case .give: .words("composer.has-no-power", ["name": name])
        }
    }
}
