import Conversations
import ViewModels

/// Builds the invitation: who invites, to which chat, and the buttons to accept or decline.
struct InvitationViewModelBuilder {
    let chat: Chat
    let isBusy: Bool
    let error: FailureReason?
    /// Whether the user already has a chat with the inviter.
    let isInviterKnown: Bool

    func build(
        accept: @escaping @MainActor () -> Void, decline: @escaping @MainActor () -> Void
    ) -> InvitationViewModel {
        let busy = Action<Void>.unavailable(.words("server.being-told"))
        return InvitationViewModel(
            title: DisplayText(sanitizing: Naming.chat(chat)), text: text, shouldShowBusy: isBusy,
            busyText: .words("invitation.telling-the-server"), shouldShowError: error != nil,
            errorText: DisplayText(sanitizing: error?.text ?? ""), accept: isBusy ? busy : .available(accept),
            decline: isBusy ? busy : .available(decline))
    }

    private var reason: DisplayText {
        guard let reason = chat.invitationReason, !reason.isEmpty else { return .empty }
        return "\n" + DisplayText.words("invitation.reason", ["reason": reason])
    }

    private var members: DisplayText {
        guard chat.joinedCount > 0, !chat.isDirectInvitation else { return .empty }
        return "\n" + DisplayText.words("invitation.people-in-it", count: chat.joinedCount)
    }

    private var topic: DisplayText {
        guard let topic = chat.topic, !topic.isEmpty else { return .empty }
        return "\n" + DisplayText.words("invitation.topic", ["topic": topic])
    }

    private var encryption: DisplayText {
        chat.isEncrypted ? "\n" + DisplayText.words("invitation.is-encrypted") : .empty
    }

    private var text: DisplayText {
        let who = chat.inviter.map(Naming.identified) ?? .words("invitation.somebody")
        let question: DisplayText =
            chat.isDirectInvitation
            ? .words("invitation.wants-to-talk", ["who": who])
            : chat.isSpace
                ? .words("invitation.is-a-space", ["who": who, "chat": Naming.chat(chat)])
                : .words("invitation.invites-you-to", ["who": who, "chat": Naming.chat(chat)])
        let told = question + reason + members + topic + encryption
        return isInviterKnown ? told : told + "\n" + DisplayText.words("invitation.is-no-chat-yet")
    }
}
