import ViewModels

/// The moderation actions on the selected member.
extension ChatDetailsPane {
    /// Returns the availability of a moderation action, as an action that does nothing. ``askAboutMember(_:)`` performs
    /// the moderation, after it has asked for the reason and the confirmation.
    func moderation(action: ActionID) -> Action<Void> {
        guard let act = act(action) else { return .unavailable(.words("chat-details.choose-somebody")) }
        return act.perform.reason.map { .unavailable($0) } ?? .available {}
    }

    /// Asks for the reason as text, then asks for confirmation. Neither typed text nor Enter alone performs the
    /// action.
    func askAboutMember(_ action: ActionID) {
        guard let act = act(action) else { return host.showMessage(.words("chat-details.choose-somebody")) }
        if let reason = act.perform.reason { return host.showMessage(reason) }
        guard !act.why.isEmpty else { return host.ask(act.question, .available { _ = act.perform("") }) }
        host.ask(
            act.why, placeholder: .words("chat.enter-goes-on"),
            .available { [weak host] why in host?.ask(act.question, .available { _ = act.perform(why) }) })
    }

    private func act(_ action: ActionID) -> ChatDetailsViewModel.MemberAct? {
        guard let moderation = selection.flatMap({ model?.member($0).moderation }) else { return nil }
        return switch action {
        case .removeMember: moderation.remove
        case .banMember: moderation.ban
        case .unbanMember: moderation.unban
        case .makeModerator: moderation.makeModerator
        case .makeAdmin: moderation.makeAdmin
        case .takePower: moderation.takePower
        default: nil
        }
    }
}
