import Conversations

/// Requests to the homeserver about single chats and people, and their results.
package enum ChatTaskEvent: RoutedEvent {
    case asked(ChatTask)
    /// The user makes a request that can be undone.
    case wanted(ChatTask)
    case done(ChatTask)
    case failed(ChatTask, FailureReason)
    /// The Matrix IDs of all people that the account ignores.
    case ignored(userIDs: Set<String>)
    /// The ignored people are stored, with the pending requests for messages of people who are no longer ignored.
    case savedIgnored
    /// Retries the request that failed.
    case tryingAgain
    case dismissedFailure
}

/// Routes requests to the homeserver about single chats and people.
@MainActor
struct ChatTaskEventRouter: EventRouter {
    struct Models {
        let chatTask: ChatTaskModel
        let chatList: ChatListModel
        let ignoredPeople: IgnoredPeopleModel
        let timeline: TimelineModel
        let composer: ComposerModel
        let notice: NoticeModel
        let reading: ReadMarkerModel
        let undo: UndoModel
    }

    private let models: Models
    private let archive: ChatArchive
    private let tasks: ChatTaskEndpoint
    private let unheard: MissedHistoryEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: ChatTaskEvent) {
        switch event {
        case .wanted(let task):
            if let change = ReversibleChange(task, chat: task.chatID.flatMap(models.chatList.chat)) {
                queue.post(UndoEvent.did(change))
            }
            begin(task)
        case .asked(let task):
            begin(task)
        case .done(let task):
            models.chatTask.end(task)
            saveResult(task)
            showChanged(chatID: task.chatID)
        case .failed(let task, let reason):
            models.chatTask.fail(task, reason)
            models.undo.forget(task)
            if case .set(let setting, let chatID) = task {
                models.chatList.revert(setting, chatID: chatID)
            }
            showChanged(chatID: task.chatID)
            // A refused request can't be undone.
            handlers.undo.changed()
        case .ignored(let userIDs):
            archive.saveIgnored(userIDs)
            ignore(userIDs)
        case .savedIgnored:
            unheard.run()
        case .tryingAgain:
            if let task = models.chatTask.removeFailure()?.task { queue.post(ChatTaskEvent.asked(task)) }
            handlers.chatsChanged()
        case .dismissedFailure:
            _ = models.chatTask.removeFailure()
            handlers.chatsChanged()
        }
    }

    private func begin(_ task: ChatTask) {
        models.chatTask.begin(task)
        show(task)
        tasks.perform(task)
        showChanged(chatID: task.chatID)
    }

    /// - Parameter chatID: the chat of the request; `nil` if it is about a person.
    private func showChanged(chatID: String?) {
        handlers.chatsChanged()
        guard let chatID else { return }
        handlers.timeline.chatsChanged([chatID])
        handlers.composer.openChatChanged()
        handlers.chatDetails.chatsChanged([chatID])
    }

    /// Shows the result of a request at once if the server is unlikely to refuse it.
    private func show(_ task: ChatTask) {
        switch task {
        case .set(let setting, let chatID): models.chatList.begin(setting, chatID: chatID)
        case .markRead(let chatID, _):
            models.chatList.markRead(chatID)
            models.notice.remove(chatID: chatID)
            archive.markRead(chatID: chatID)
            let window = models.timeline.window
            if chatID == models.timeline.chatID, let end = window.end ?? window.messages.last?.position {
                models.reading.accept(through: end, chatID: chatID)
            }
        case .follow, .forget, .ignore, .place, .makeSpace: break
        }
    }

    /// Saves the result of a request that the server accepted, before the sync reports it.
    private func saveResult(_ task: ChatTask) {
        switch task {
        case .set(let setting, let chatID):
            models.chatList.end(setting, chatID: chatID)
            archive.save(setting, chatID: chatID)
        case .follow(let replacement, let old):
            queue.post(ChatEvent.accepted(chatID: replacement.chatID, from: old))
        case .forget(let chatID):
            models.chatList.forget(chatID)
            archive.remove(chatID: chatID)
            if models.timeline.chatID == chatID {
                models.timeline.close()
                models.composer.close()
                handlers.openChatChanged()
            }
        case .markRead, .ignore, .place, .makeSpace: break
        }
    }

    private func ignore(_ userIDs: Set<String>) {
        let isFewer = !models.ignoredPeople.userIDs.isSubset(of: userIDs)
        models.ignoredPeople.replace(userIDs)
        models.chatList.ignore(userIDs)
        // The hidden invitations were dropped from memory, so they are loaded from disk again.
        if isFewer { archive.loadAll() }
        handlers.chatsChanged()
        handlers.timeline.changed()
        handlers.invitation.changed()
    }
}

extension ChatTaskEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                chatTask: models.chatTask, chatList: models.chatList, ignoredPeople: models.ignoredPeople,
                timeline: models.timeline, composer: models.composer, notice: models.notice,
                reading: models.reading, undo: models.undo),
            archive: session.chatArchive,
            tasks: ChatTaskEndpoint(session.endpointParts), unheard: session.unheard,
            handlers: session.handlers, queue: session.queue)
    }
}
