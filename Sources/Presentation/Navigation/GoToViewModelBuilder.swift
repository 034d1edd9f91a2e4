import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the list of all chats and spaces to go to, searchable by name, ID, alias, people and last message.
struct GoToViewModelBuilder: Equatable {
    let number: Int
    let chats: ChatTable
    let openChatID: String?
    let drafts: [String: String]
    /// The newest line of each chat that its timeline doesn't show yet.
    let outbox: [String: OutboxLine]
    let ignoredUserIDs: Set<String>
    let ownUserID: String
    let time: TimeText
    /// The number of unread messages in threads, by chat.
    var newInThreads: [String: Int] = [:]
    var spaceIDs: Set<String> = []

    func build(
        open: @escaping @MainActor (String) -> Void, cancel: @escaping @MainActor () -> Void
    ) -> FuzzyListViewModel {
        let shared = SharedChatListRowValues(ignoredUserIDs: ignoredUserIDs, ownUserID: ownUserID, time: time)
        return FuzzyListViewModel(
            number: number, title: .words("navigation.go-to-chat"), placeholder: .words("navigation.go-to-placeholder"),
            rows: chats.values.sorted(by: isBefore).map { row($0, shared, open: open) },
            emptyText: .words("chats.none-yet"), isOfAllAccounts: true,
            cancel: cancel)
    }

    /// Sorts chats by activity and before spaces. The open chat is last, because the user is already there.
    private func isBefore(_ left: Chat, _ right: Chat) -> Bool {
        if (left.id == openChatID) != (right.id == openChatID) { return right.id == openChatID }
        if left.isJoinedSpace != right.isJoinedSpace { return right.isJoinedSpace }
        return (left.lastActivity, right.id) > (right.lastActivity, left.id)
    }

    private func row(
        _ chat: Chat, _ shared: SharedChatListRowValues, open: @escaping @MainActor (String) -> Void
    ) -> FuzzyListRowViewModel {
        let row = ChatListRowInput(
            shared: shared, entry: ChatTable.Entry(chat), isOpen: chat.id == openChatID, draft: drafts[chat.id],
            newInThreads: newInThreads[chat.id] ?? 0, line: outbox[chat.id])
        let item = ChatListItemBuilder(row: row).build(actions: ChatListItemActions()) { open(chat.id) }
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(chat.id), title: item.contact,
            detail: chat.isJoinedSpace ? .words("spaces.chats", count: chat.spaceChildren.count) : item.message,
            trailing: marks(chat, item),
            isEmphasized: item.isInvitation || !item.unreadMessageCount.isEmpty, keywords: keywords(chat),
            choose: .available { open(chat.id) })
    }

    /// Returns the marks of a chat in words, since the list has more space than the chat list with its symbols.
    private func marks(_ chat: Chat, _ item: ChatListItemViewModel) -> DisplayText {
        if chat.isJoinedSpace { return .words("room-directory.space") }
        var marks: [DisplayText] = []
        if item.isOpen { marks.append(.words("go-to.open")) }
        if item.isInvitation { marks.append(.words("go-to.invitation")) }
        if item.isMention { marks.append(.words("go-to.mention")) }
        if chat.unreadCount > 0 {
            marks.append(.words("go-to.new", ["number": item.unreadMessageCount.string]))
        } else if chat.isMarkedUnread {
            marks.append(.words("go-to.unread"))
        }
        if !item.newInThreads.isEmpty { marks.append(item.newInThreads) }
        if chat.tags.isArchived { marks.append(.words("go-to.archived")) }
        if marks.isEmpty { marks.append(item.lastMessageDate) }
        return marks.joined(separator: ", ")
    }

    private func keywords(_ chat: Chat) -> [String] {
        let people = chat.heroes + (chat.inviter.map { [$0] } ?? [])
        let names: [String?] = people.flatMap { [$0.userID, $0.displayName, $0.contactName] }
        return ([chat.canonicalAlias, chat.directUserID, chat.id] + names).compactMap { $0 }
    }
}

extension GoToViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let (state, list) = (screen.state, screen.state.chatList)
        self.init(
            number: state.navigation.pickerCount, chats: list.chats, openChatID: list.openChatID,
            drafts: state.drafts.texts,
            outbox: state.outbox.newestLines, ignoredUserIDs: state.ignoredPeople.userIDs,
            ownUserID: state.account.userID, time: screen.time, newInThreads: state.newInThreads,
            spaceIDs: list.spaceIDs)
    }

    @MainActor
    func build(_ queue: EventQueue) -> FuzzyListViewModel {
        build(
            open: { [spaceIDs] id in
                if spaceIDs.contains(id) {
                    queue.post(SpaceEvent.opening(spaceID: id, isGoal: true))
                } else {
                    queue.post(ChatEvent.opened(chatID: id))
                }
            },
            cancel: { queue.post(NavigationEvent.back) })
    }
}
