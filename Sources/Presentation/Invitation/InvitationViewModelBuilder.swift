import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the invitation: who invites, to which chat, and the buttons to accept or decline.
struct InvitationViewModelBuilder: Equatable {
    let chat: Chat
    let isBusy: Bool
    let error: FailureReason?
    /// Whether the user already has a chat with the inviter.
    let isInviterKnown: Bool

    /// The maximum number of characters of untrusted text. A longer text could push the buttons out of view.
    private static let longest = 200

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

    /// Returns the person with shortened names, so that the Matrix ID after them is in view.
    private func shortened(_ person: ChatPerson) -> ChatPerson {
        var person = person
        person.displayName = person.displayName?.beginning(upTo: Self.longest)
        person.contactName = person.contactName?.beginning(upTo: Self.longest)
        return person
    }

    private var reason: DisplayText {
        guard let reason = chat.invitationReason, !reason.isEmpty else { return .empty }
        return "\n" + DisplayText.words("invitation.reason", ["reason": reason.beginning(upTo: Self.longest)])
    }

    private var members: DisplayText {
        guard chat.joinedCount > 0, !chat.isDirectInvitation else { return .empty }
        return "\n" + DisplayText.words("invitation.people-in-it", count: chat.joinedCount)
    }

    private var topic: DisplayText {
        guard let topic = chat.topic, !topic.isEmpty else { return .empty }
        return "\n" + DisplayText.words("invitation.topic", ["topic": topic.beginning(upTo: Self.longest)])
    }

    private var encryption: DisplayText {
        chat.isEncrypted ? "\n" + DisplayText.words("invitation.is-encrypted") : .empty
    }

    private var text: DisplayText {
        let who = chat.inviter.map { Naming.identified(shortened($0)) } ?? .words("invitation.somebody")
        let name = Naming.chat(chat).beginning(upTo: Self.longest)
        let question: DisplayText =
            chat.isDirectInvitation
            ? .words("invitation.wants-to-talk", ["who": who])
            : chat.isSpace
                ? .words("invitation.is-a-space", ["who": who, "chat": name])
                : .words("invitation.invites-you-to", ["who": who, "chat": name])
        let told = question + reason + members + topic + encryption
        return isInviterKnown ? told : told + "\n" + DisplayText.words("invitation.is-no-chat-yet")
    }
}

extension InvitationViewModelBuilder {
    /// - Returns: `nil` if no invitation is open.
    @MainActor
    init?(_ screen: ScreenParts) {
        let list = screen.state.chatList
        guard let chat = list.openChat, chat.membership == .invited else { return nil }
        self.init(
            chat: chat, isBusy: list.busyChatIDs.contains(chat.id), error: list.errors[chat.id],
            isInviterKnown: chat.isInviterKnown || Self.isKnown(chat.inviter, but: chat, in: list))
    }

    /// Whether the inviter is known from another chat that the user has joined.
    private static func isKnown(_ inviter: ChatPerson?, but chat: Chat, in list: ChatListModel) -> Bool {
        list.chats.values.contains { other in
            other.membership == .joined && other.id != chat.id
                && (other.directUserID == inviter?.userID
                    || other.heroes.contains { $0.userID == inviter?.userID })
        }
    }
}
