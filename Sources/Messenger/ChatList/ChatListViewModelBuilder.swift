import Conversations
import MatrixClient
import ViewModels

/// Makes the chat list: which rows there are at once, and what stands in one when it is asked for.
@MainActor
struct ChatListViewModelBuilder {
    let models: SessionModels
    let queue: EventQueue
    let time: TimeText

    func build() -> ChatListViewModel {
        let list = models.chatList
        let builder = self
        var model = ChatListViewModel(rows: rows) { builder.item($0) }
        model.openRow = list.openChatID.map { list.chats[$0] == nil ? .leftChat($0) : .chat($0) }
        model.waitingElsewhere = list.waitingElsewhere
        model.shouldShowBusy = !list.isLoaded
        model.emptyText = list.filter.found == nil ? emptyText : .words("chat-list.no-chat-has-that-name")
        if let failure = models.chatTask.failure {
            model.shouldShowError = true
            model.errorText = words(failure)
            model.retry = .available { [queue] in queue.post(ChatTaskEvent.tryingAgain) }
        }
        model.dismissError = { [queue] in queue.post(ChatTaskEvent.dismissedFailure) }
        model.filterText = list.filter.text
        model.filter = { [queue] in queue.post(ChatListEvent.filtering(text: $0)) }
        return model
    }

    private var emptyText: DisplayText {
        guard models.connection.awaitsFirstSync else { return .words("chats.none-yet") }
        return switch models.connection.state {
        case .connecting, .online: .words("chat-list.are-on-their-way")
        case .waiting, .stopped: .words("chat-list.come-once-server-answers")
        }
    }

    private var rows: ChatListRows {
        let list = models.chatList
        if let found = list.filter.found { return ChatListRows(chats: found) }
        return ChatListRows(
            chats: list.order, archive: .init(isOpen: list.isArchiveOpen, values: list.places.archived),
            left: .init(isOpen: list.isLeftOpen, values: list.leftOrder),
            ignoredPeople: .init(isOpen: models.ignoredPeople.isOpen, values: models.ignoredPeople.sorted))
    }

    private func item(_ id: ChatListItemID) -> ChatListItemViewModel {
        if id.isChat, let chat = models.chatList.chats[id.text] { return item(of: chat) }
        if id.isPerson { return item(ofPerson: id) }
        if id.isLeftChat, let chat = models.chatList.leftChats[id.text] { return item(ofLeft: chat, id) }
        if id == .archive {
            let chats = models.chatList.places.archived
            return fold(id, .words("chat-list.archived"), count: chats.count, isOpen: models.chatList.isArchiveOpen) {
                [queue] in
                queue.post(ChatListEvent.turningArchive)
            }
        }
        if id == .leftChats {
            let list = models.chatList
            return fold(id, .words("chat-list.left"), count: list.leftOrder.count, isOpen: list.isLeftOpen) { [queue] in
                queue.post(ChatListEvent.turningLeftChats)
            }
        }
        if id == .ignoredPeople {
            let people = models.ignoredPeople
            return fold(id, .words("chat-list.ignored"), count: people.sorted.count, isOpen: people.isOpen) { [queue] in
                queue.post(ChatListEvent.turningIgnoredPeople)
            }
        }
        // It went since the rows were made; the next ones are without it.
        return ChatListItemViewModel(id: id, contact: .empty) {}
    }

    private func item(of chat: Chat) -> ChatListItemViewModel {
        let list = models.chatList
        let isBusy = list.busyChatIDs.contains(chat.id)
        let actions = ChatListActionsBuilder(
            chat: chat, isBusy: isBusy, ignoredUserIDs: models.ignoredPeople.userIDs, own: models.power.own(in: chat),
            nextPinOrder: { list.places.nextPinOrder(list.chats) }, queue: queue
        ).build()
        return ChatListItemBuilder(
            chat: chat, isOpen: chat.id == list.openChatID, draft: list.drafts[chat.id],
            line: models.outbox.lines.last { $0.chatID == chat.id && $0.purpose == .message },
            refused: models.outbox.lines.last { $0.chatID == chat.id && $0.isRefused },
            isBusy: isBusy || list.pending[chat.id] != nil, ignoredUserIDs: models.ignoredPeople.userIDs,
            ownUserID: models.account.userID, time: time
        ).build(actions: actions) { [queue] in queue.post(ChatEvent.opened(chatID: chat.id)) }
    }

    private func item(ofLeft chat: Chat, _ id: ChatListItemID) -> ChatListItemViewModel {
        let name = Naming.chat(chat)
        let task = ChatTask.forget(chatID: chat.id)
        var item = ChatListItemViewModel(id: id, contact: DisplayText(sanitizing: name)) { [queue] in
            queue.post(ChatEvent.opened(chatID: chat.id))
        }
        item.kind = .left
        item.message = .words("chat-list.you-are-not-in")
        item.isOpen = chat.id == models.chatList.openChatID
        item.lastMessageDate = DisplayText(sanitizing: time.short(chat.lastActivity))
        item.shouldShowBusy = models.chatTask.running.contains(task)
        item.actions = .leftChat
        item.actions.forget = .available { [queue] in queue.post(ChatTaskEvent.asked(task)) }
        item.actions.forgetQuestion = DisplayText.words("chat-list.forget-question", ["name": name])
        return item
    }

    private func item(ofPerson id: ChatListItemID) -> ChatListItemViewModel {
        let task = ChatTask.ignore(userID: id.text, false)
        let unignore: @MainActor () -> Void = { [queue] in queue.post(ChatTaskEvent.asked(task)) }
        var item = ChatListItemViewModel(
            id: id, contact: DisplayText(sanitizing: id.text), itemTapped: unignore)
        item.kind = .person
        item.message = .words("chat-list.enter-ends-ignoring")
        item.shouldShowBusy = models.chatTask.running.contains(task)
        item.actions.ignore = .available(unignore)
        item.actions.states = .ignored
        return item
    }

    private func fold(
        _ id: ChatListItemID, _ title: String, count: Int, isOpen: Bool, turn: @escaping @MainActor () -> Void
    ) -> ChatListItemViewModel {
        var item = ChatListItemViewModel(
            id: id, contact: DisplayText(sanitizing: "\(title) (\(count))"), itemTapped: turn)
        item.kind = .fold(isOpen: isOpen)
        return item
    }

    private func words(_ failure: ChatTaskModel.Failure) -> DisplayText {
        let what: String =
            switch failure.task {
            case .set(.tags, let chatID): .words("chat-list.was-not-moved", ["name": name(chatID)])
            case .set(.notifications, let chatID): .words("chat-list.notices-were-not-changed", ["name": name(chatID)])
            case .set(.markedUnread, let chatID), .markRead(let chatID, _):
                .words("chat-list.was-not-marked", ["name": name(chatID)])
            case .set(.name, let chatID): .words("chat-list.was-not-renamed", ["name": name(chatID)])
            case .follow(_, let chatID): .words("chat-list.was-not-followed", ["name": name(chatID)])
            case .forget(let chatID): .words("chat-list.was-not-forgotten", ["name": name(chatID)])
            case .ignore(let userID, true): .words("chat-list.is-not-ignored", ["person": userID])
            case .ignore(let userID, false): .words("chat-list.is-still-ignored", ["person": userID])
            }
        return DisplayText.words("chat-list.failed-task", ["what": what, "reason": failure.reason.text])
    }

    private func name(_ chatID: String) -> String {
        let list = models.chatList
        return (list.chats[chatID] ?? list.leftChats[chatID]).map(Naming.chat) ?? .words("chat-list.the-chat")
    }
}
