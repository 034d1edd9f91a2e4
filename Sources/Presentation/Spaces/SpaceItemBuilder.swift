import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the rows of spaces and of their children that aren't joined yet.
struct SpaceItemBuilder {
    let content: ChatListContent
    let arrangement: SpaceArrangement
    let queue: EventQueue

    func item(ofSpace space: Chat, _ power: ChatPower?) -> ChatListItemViewModel {
        // A space that was found by name shows no children: Enter goes to the space.
        let isFound = content.isFiltered
        let isOpen = content.spaces.openIDs.contains(space.id) && !isFound
        let id = ChatListItemID.space(space.id)
        var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: Naming.chat(space))) { [queue] in
            queue.post(
                isFound
                    ? SpaceEvent.opening(spaceID: space.id, isGoal: true) : SpaceEvent.turning(spaceID: space.id))
        }
        item.kind = .space(isUnfolded: isOpen)
        item.depth = isFound ? 0 : arrangement.depths[id] ?? 0
        let chats = (arrangement.members[space.id] ?? []).compactMap { content.chats[$0] }
        item.message = .words("spaces.chats", count: chats.count)
        if !isOpen {
            let unread = chats.reduce(0) { $0 + $1.unreadCount }
            let isMarked = chats.contains(where: \.isMarkedUnread)
            item.unreadMessageCount = DisplayText(sanitizing: unread > 0 ? "\(unread)" : isMarked ? "•" : "")
            let newInThreads = chats.reduce(0) { $0 + (content.threads.newCounts[$1.id] ?? 0) }
            if newInThreads > 0 { item.newInThreads = .words("chat-list.new-in-threads", count: newInThreads) }
            item.isMention = chats.contains(where: \.hasMention)
            item.isOpen = content.listing.openChatID.map { arrangement.hidden[$0] == space.id } ?? false
        }
        item.shouldShowBusy =
            content.spaces.asking.contains(space.id) || content.listing.busyChatIDs.contains(space.id)
            || content.listing.pending[space.id] != nil
        item.actions = .none(.words("spaces.is-no-chat"))
        // A space is renamed and left like a chat.
        let actions = ChatListActionsBuilder(
            chat: space, isBusy: content.listing.busyChatIDs.contains(space.id), ignoredUserIDs: [],
            own: OwnPower(power: power, userID: content.ownUserID), queue: queue
        ).build()
        (item.actions.rename, item.actions.name, item.actions.leave) = (actions.rename, actions.name, actions.leave)
        item.actions.leaveQuestion = .words("spaces.leave-question", ["name": Naming.chat(space)])
        return item
    }

    func item(ofJoinable chat: JoinableChat) -> ChatListItemViewModel {
        let id = ChatListItemID.joinable(chat.preview.roomID)
        let asksPeople = chat.preview.takesKnocks
        var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: chat.name)) { [queue] in
            queue.post(SpaceEvent.entering(chat.address, asksPeople: asksPeople))
        }
        item.kind = .joinable
        item.depth = arrangement.depths[id] ?? 0
        item.shouldShowBusy = content.spaces.entering.contains(chat.preview.roomID)
        item.message = asksPeople ? .words("spaces.enter-asks") : .words("spaces.enter-joins")
        item.actions = .none(.words("spaces.join-first"))
        item.actions.openQuestion =
            asksPeople
            ? .words("join.knock-question", ["chat": chat.name]) : .words("spaces.join-question", ["chat": chat.name])
        if content.spaces.asked.contains(chat.preview.roomID) || chat.preview.membership == "knock" {
            item.message = .words("chat-list.asked-to-join")
            item.actions.open = .unavailable(.words("spaces.is-asked", ["chat": chat.name]))
        } else if chat.preview.joinRule == "invite" {
            item.message = .words("spaces.invited-only")
            item.actions.open = .unavailable(.words("join.needs-invitation", ["chat": chat.name]))
        } else if item.shouldShowBusy {
            item.actions.open = .unavailable(.words("server.being-asked"))
        }
        return item
    }
}
