import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the chat list: the identifiers of all rows at once, and the content of a row on request.
struct ChatListViewModelBuilder {
    let content: ChatListContent
    let queue: EventQueue
    /// The cache of rows that is kept between builds.
    let memo: ChatListRowCache

    @MainActor
    func build() -> ChatListViewModel {
        let shared = memo.begin(
            SharedChatListRowValues(
                ignoredUserIDs: content.ignoredPeople.userIDs, ownUserID: content.ownUserID, time: content.time))
        var model = ChatListViewModel(rows: content.rows) { [self] in item($0, shared) }
        model.forwardTargets = { [content] in
            ForwardTargetBuilder(chats: content.chats, order: content.order.shown, ownUserID: content.ownUserID).build()
        }
        model.rank = { [chats = content.chats] id in
            guard let chat = chats[id] else { return ChatListRank() }
            return ChatListRank(
                isPinned: chat.tags.isPinned && !chat.tags.isArchived, lastActivity: chat.lastActivity)
        }
        model.spaceChoice = { [content, queue, memo] id, move in
            SpaceChoiceBuilder(content: content, queue: queue, power: memo.power(in:)).build(id, move)
        }
        model.openRow = content.listing.openChatID.map { row(ofOpenChat: $0) }
        model.openChat = content.listing.openChatID.map { content.chats[$0] == nil ? .leftChat($0) : .chat($0) }
        model.waitingElsewhere = content.order.waitingCount(besides: content.openChat)
        model.shouldShowBusy = !content.listing.isLoaded
        model.emptyText = content.isFiltered ? .words("chat-list.no-chat-has-that-name") : emptyText
        if content.listing.isLoaded, content.firstSync == .done, model.rows.isEmpty, !content.isFiltered {
            model.beginning = beginning
        }
        if let failure = content.tasks.failure {
            model.shouldShowError = true
            model.errorText = words(failure)
            model.retry = .available { [queue] in queue.post(ChatTaskEvent.tryingAgain) }
        }
        model.dismissError = { [queue] in queue.post(ChatTaskEvent.dismissedFailure) }
        if let failure = content.spaces.failure { show(failure, in: &model) }
        model.filterText = content.filter.text
        model.filter = { [queue] in queue.post(ChatListEvent.filtering(text: $0)) }
        model.command = { [queue] in ListCommandBuilder(queue: queue).build($0) }
        return model
    }

    private func row(ofOpenChat chatID: String) -> ChatListItemID {
        guard content.chats[chatID] != nil else { return .leftChat(chatID) }
        guard !content.isFiltered, let space = content.arrangement?.hidden[chatID] else { return .chat(chatID) }
        return .space(space)
    }

    private func show(_ failure: SpaceFailureReason, in model: inout ChatListViewModel) {
        model.shouldShowError = true
        model.dismissError = { [queue] in queue.post(SpaceEvent.dismissedFailure) }
        switch failure {
        case .list(let spaceID, let reason):
            model.errorText = .words("spaces.not-listed", ["space": name(spaceID), "reason": reason.text])
            model.retry = .available { [queue] in queue.post(SpaceEvent.opening(spaceID: spaceID)) }
        case .enter(let address, let refusal):
            let name = content.arrangement?.joinable[address.name]?.name ?? address.name
            model.errorText = DisplayText(sanitizing: refusal.text(RoomAddress(name: name)))
        }
    }

    private var beginning: [DisplayText] {
        let people = content.listing.neighbours.map(Naming.person)
        let here = DisplayText.words("chats.who-is-here", ["people": Naming.list(people)], count: people.count)
        let neighbours = people.isEmpty ? [] : [here]
        return [.words("chats.who-you-are", ["person": content.ownUserID])] + neighbours
            + [.words("chats.how-to-begin"), .words("chats.how-to-join"), .words("chats.how-to-command")]
    }

    private var emptyText: DisplayText {
        switch content.firstSync {
        case .done: .words("chats.none-yet")
        case .running: .words("chat-list.are-on-their-way")
        case .waiting: .words("chat-list.come-once-server-answers")
        }
    }

    @MainActor
    private func item(_ id: ChatListItemID, _ shared: SharedChatListRowValues) -> ChatListItemViewModel {
        if let spaces = content.arrangement {
            let builder = SpaceItemBuilder(content: content, arrangement: spaces, queue: queue)
            if id.isSpace, let space = content.chats[id.text] {
                return builder.item(ofSpace: space, memo.power(in: space))
            }
            if id.isJoinable, let chat = spaces.joinable[id.text] { return builder.item(ofJoinable: chat) }
        }
        if id.isChat, let entry = content.chats.entry(id.text) { return item(of: entry, shared) }
        if id.isPerson { return item(ofPerson: id) }
        if id.isLeftChat, let chat = content.listing.left.chats[id.text] { return item(ofLeft: chat, id) }
        if id == .archive {
            return fold(
                id, .words("chat-list.archived"), content.order.archived.count,
                isOpen: content.listing.isArchiveOpen, .turningArchive)
        }
        if id == .leftChats {
            let left = content.listing.left
            return fold(id, .words("chat-list.left"), left.order.count, isOpen: left.isOpen, .turningLeftChats)
        }
        if id == .ignoredPeople {
            let people = content.ignoredPeople
            return fold(
                id, .words("chat-list.ignored"), people.sorted.count, isOpen: people.isOpen, .turningIgnoredPeople)
        }
        // The list has no such row.
        return ChatListItemViewModel(id: id, contact: .empty) {}
    }

    @MainActor
    private func item(of entry: ChatTable.Entry, _ shared: SharedChatListRowValues) -> ChatListItemViewModel {
        let (id, listing) = (entry.chat.id, content.listing)
        return memo.item(
            of: ChatListRowInput(
                shared: shared, entry: entry, isOpen: id == listing.openChatID, draft: content.drafts[id],
                hasDraftInThread: content.threads.chatsWithDrafts.contains(id),
                newInThreads: content.threads.newCounts[id] ?? 0, line: content.outbox.said[id],
                refused: content.outbox.refused[id], isAnswering: listing.busyChatIDs.contains(id),
                isSetting: listing.pending[id] != nil,
                depth: content.isFiltered ? 0 : content.arrangement?.depths[.chat(id)] ?? 0), queue)
    }

    private func item(ofLeft chat: Chat, _ id: ChatListItemID) -> ChatListItemViewModel {
        let name = Naming.chat(chat)
        let task = ChatTask.forget(chatID: chat.id)
        var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: name)) { [queue] in
            queue.post(ChatEvent.opened(chatID: chat.id))
        }
        item.kind = .left
        item.message = .words(chat.isImported ? "chat-list.is-imported" : "chat-list.you-are-not-in")
        item.isOpen = chat.id == content.listing.openChatID
        item.lastMessageDate = DisplayText(
            sanitizing: content.time.short(chat.lastMessage?.timestamp ?? chat.lastActivity))
        item.shouldShowBusy = content.tasks.running.contains(task)
        item.actions = chat.isImported ? .importedChat : .leftChat
        item.actions.forget = .available { [queue] in queue.post(ChatTaskEvent.asked(task)) }
        item.actions.forgetQuestion = DisplayText.words(
            chat.isImported ? "chat-list.remove-question" : "chat-list.forget-question", ["name": name])
        return item
    }

    private func item(ofPerson id: ChatListItemID) -> ChatListItemViewModel {
        let task = ChatTask.ignore(userID: id.text, false)
        let unignore: @MainActor () -> Void = { [queue] in queue.post(ChatTaskEvent.wanted(task)) }
        var item = ChatListItemViewModel(
            id: id, contact: DisplayText(sanitizing: id.text), itemTapped: unignore)
        item.kind = .person
        item.message = .words("chat-list.enter-ends-ignoring")
        item.shouldShowBusy = content.tasks.running.contains(task)
        item.actions.ignore = .available(unignore)
        item.actions.openQuestion = .words("chat-list.end-ignoring-question", ["person": item.contact.string])
        item.actions.states = .ignored
        return item
    }

    private func fold(
        _ id: ChatListItemID, _ title: String, _ count: Int, isOpen: Bool, _ turning: ChatListEvent
    ) -> ChatListItemViewModel {
        var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: "\(title) (\(count))")) { [queue] in
            queue.post(turning)
        }
        item.kind = .fold(isOpen: isOpen)
        return item
    }

    private func words(_ failure: FailedChatTask) -> DisplayText {
        let what: String =
            switch failure.task {
            case .set(.tags, let chatID): .words("chat-list.was-not-moved", ["name": name(chatID)])
            case .set(.notifications, let chatID): .words("chat-list.notices-were-not-changed", ["name": name(chatID)])
            case .set(.markedUnread, let chatID), .markRead(let chatID, _):
                .words("chat-list.was-not-marked", ["name": name(chatID)])
            case .set(.name, let chatID): .words("chat-list.was-not-renamed", ["name": name(chatID)])
            case .follow(_, let chatID): .words("chat-list.was-not-followed", ["name": name(chatID)])
            case .forget(let chatID): .words("chat-list.was-not-forgotten", ["name": name(chatID)])
            case .place(_, let spaceID, _): .words("spaces.is-as-it-was", ["name": name(spaceID)])
            case .makeSpace(let name, _): .words("spaces.was-not-made", ["name": name])
            case .ignore(let userID, true): .words("chat-list.is-not-ignored", ["person": userID])
            case .ignore(let userID, false): .words("chat-list.is-still-ignored", ["person": userID])
            }
        return .words("chat-list.failed-task", ["what": what, "reason": failure.reason.text])
    }

    private func name(_ chatID: String) -> String {
        content.listing.chat(chatID).map(Naming.chat) ?? .words("chat-list.the-chat")
    }
}

/// Builds the list of chats that a message can be forwarded to.
struct ForwardTargetBuilder {
    let chats: ChatTable
    let order: [String]
    let ownUserID: String

    func build() -> [ForwardTarget] {
        order.compactMap { chats[$0] }.map { chat in
            ForwardTarget(
                chatID: chat.id, title: DisplayText(sanitizing: Naming.chat(chat)),
                reason: { [ownUserID] in Self.reason(against: chat, ownUserID: ownUserID) })
        }
    }

    private static func reason(against chat: Chat, ownUserID: String) -> DisplayText? {
        if chat.membership != .joined { return .words("message-actions.you-are-not-in-this-chat") }
        return OwnPower(power: PowerDecoder.power(chat.powerSource), userID: ownUserID).denialReason(
            toSend: "m.room.message", .words("message-actions.write-there"))
    }
}
