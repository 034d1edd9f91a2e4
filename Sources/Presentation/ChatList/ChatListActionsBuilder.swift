import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the actions for a chat of the list, with the reason if one is unavailable.
struct ChatListActionsBuilder {
    let chat: Chat
    let isBusy: Bool
    let ignoredUserIDs: Set<String>
    let own: OwnPower
    let queue: EventQueue

    func build() -> ChatListItemActions {
        var actions = ChatListItemActions()
        actions.ignore = ignore
        actions.ignoreQuestion = ignoreQuestion
        actions.leave = isBusy ? .unavailable(.words("server.being-told")) : post(ChatEvent.leaving(chatID: chat.id))
        let name = Naming.chat(chat)
        guard chat.membership == .joined else {
            let isKnock = chat.membership == .knocked
            let answer: DisplayText =
                isKnock ? .words("chat.asked-to-be-let-in") : .words("chat-list.answer-the-invitation-first")
            actions.showDetails = .unavailable(answer)
            (actions.pin, actions.mute, actions.mentionsOnly) = (
                .unavailable(answer), .unavailable(answer), .unavailable(answer)
            )
            (actions.archive, actions.markUnread, actions.rename) = (
                .unavailable(answer), .unavailable(answer), .unavailable(answer)
            )
            actions.leaveQuestion =
                isKnock
                ? .words("chat-list.withdraw-question", ["name": name])
                : .words("chat-list.decline-question", ["name": name])
            return actions
        }
        actions.showDetails = post(ChatDetailsEvent.opening(chatID: chat.id))
        actions.pin = chat.tags.isPinned ? turn(\.isPinned) : post(ChatListEvent.pinning(chatID: chat.id))
        actions.archive = turn(\.isArchived)
        actions.mute = set(.notifications(chat.notificationLevel == .off ? .all : .off))
        actions.mentionsOnly = set(.notifications(chat.notificationLevel == .mentions ? .all : .mentions))
        actions.markUnread = markUnread
        actions.rename = rename
        actions.states = states
        actions.name = DisplayText(sanitizing: chat.givenName ?? "").string
        actions.leaveQuestion = DisplayText.words("chat-list.leave-question", ["name": name])
        return actions
    }

    private var states: ChatListItemActions.States {
        var states: ChatListItemActions.States = []
        if chat.tags.isPinned { states.insert(.pinned) }
        if chat.tags.isArchived { states.insert(.archived) }
        if chat.notificationLevel == .off { states.insert(.muted) }
        if chat.notificationLevel == .mentions { states.insert(.forMentions) }
        if chat.isWaiting { states.insert(.unread) }
        if isIgnored { states.insert(.ignored) }
        return states
    }

    /// Turns a tag on or off. A chat can't be both pinned and archived, so that one ends the other.
    private func turn(_ tag: WritableKeyPath<ChatTags, Bool>) -> Action<Void> {
        var tags = ChatTags()
        tags[keyPath: tag] = !chat.tags[keyPath: tag]
        return set(.tags(tags))
    }

    private var rename: Action<String> {
        if let reason = own.denialReason(toSet: "m.room.name", .words("chat.rename-it")) { return .unavailable(reason) }
        return .available { [queue, chat] name in
            queue.post(ChatTaskEvent.wanted(.set(.name(name), chatID: chat.id)))
        }
    }

    private var markUnread: Action<Void> {
        guard chat.isWaiting else { return set(.markedUnread(true)) }
        let chat = chat
        return .available { [queue] in
            let unmark = ChatTask.set(.markedUnread(false), chatID: chat.id)
            guard chat.notificationCount > 0 || chat.highlightCount > 0 else {
                return queue.post(ChatTaskEvent.wanted(unmark))
            }
            queue.post(ChatTaskEvent.wanted(.markRead(chatID: chat.id, eventID: chat.lastMessage?.eventID)))
            if chat.isMarkedUnread { queue.post(ChatTaskEvent.asked(unmark)) }
        }
    }

    /// The partner of a direct chat, or the person who sent the invitation.
    private var partner: String? { chat.membership == .invited ? chat.inviter?.userID : chat.directUserID }

    private var isIgnored: Bool { partner.map(ignoredUserIDs.contains) ?? false }

    private var ignore: Action<Void> {
        guard let partner else { return .unavailable(.words("chat-list.only-person-can-be-ignored")) }
        return post(ChatTaskEvent.wanted(.ignore(userID: partner, !isIgnored)))
    }

    private var ignoreQuestion: DisplayText {
        guard let partner, !isIgnored else { return .empty }
        return DisplayText.words("chat-list.ignore-question", ["person": partner])
    }

    private func set(_ setting: ChatSetting) -> Action<Void> {
        post(ChatTaskEvent.wanted(.set(setting, chatID: chat.id)))
    }

    private func post(_ event: some RoutedEvent) -> Action<Void> { .available { [queue] in queue.post(event) } }
}
