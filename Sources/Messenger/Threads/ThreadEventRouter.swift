package import Conversations

/// Events of threads (client-server API, "Threading"). A thread is identified by its root event.
package enum ThreadEvent: RoutedEvent {
    /// The user opens a thread, or starts one.
    case opened(threadID: String, chatID: String)
    /// The user returns to the chat, at a message; without one, at the root message of the thread.
    case left(chatID: String, goingTo: String? = nil)
    /// The thread was read up to a message of another person.
    case read(PlacedMessage, threadID: String, chatID: String)
    /// The read position was stored on disk.
    case wasRead(chatID: String, AppliedSlice)
    /// New messages arrived in threads of a chat.
    case arrived(chatID: String)
    /// The threads were read from disk: those of one chat, or of all chats if `chatID` is `nil`.
    case found(KnownThreads, chatID: String?)
    /// The user opens the list of a chat's threads.
    case listing(chatID: String)
    /// The list of threads was read from disk, sorted by the newest reply first.
    case listed([ChatThread], chatID: String)
}

/// Routes the events of threads.
@MainActor
struct ThreadEventRouter: EventRouter {
    struct Models {
        let threads: ThreadModel
        let timeline: TimelineModel
        let composer: ComposerModel
        let chatList: ChatListModel
        let navigation: NavigationModel
        let notice: NoticeModel
        let reading: ReadMarkerModel
    }

    private let models: Models
    private let archive: ThreadArchive
    private let drafts: ComposerArchive
    private let open: OpenTimeline
    private let receipts: ThreadReceiptEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: ThreadEvent) {
        switch event {
        case .opened(let threadID, let chatID):
            guard models.chatList.chat(chatID) != nil else { return }
            guard models.timeline.chatID == chatID else {
                queue.post(ChatEvent.opened(chatID: chatID))
                return queue.post(event)
            }
            show(threadID, chatID: chatID)
        case .left(let chatID, let goal):
            guard models.timeline.chatID == chatID, let threadID = models.timeline.threadID else { return }
            queue.post(ChatEvent.opened(chatID: chatID))
            queue.post(JumpEvent.goingTo(eventID: goal ?? threadID, chatID: chatID))
            // A jump to a message outside of the thread can be undone, back to the thread.
            if goal != nil { queue.post(JumpEvent.arrived) }
        case .read(let message, let threadID, let chatID):
            guard models.threads.report(message.position, threadID: threadID) else { return }
            let read = ThreadRead(threadID: threadID, eventID: message.message.eventID)
            archive.save(read, chatID: chatID)
            receipts.send(read, chatID: chatID)
        case .wasRead(let chatID, let applied):
            if chatID == models.timeline.chatID {
                models.timeline.merge(applied.changedMessages[chatID] ?? [])
                handlers.timeline.changed()
            }
            archive.find(chatID: chatID)
        case .arrived(let chatID):
            archive.find(chatID: chatID)
        case .found(let known, let chatID):
            models.threads.set(known, chatID: chatID)
            handlers.chatList.changed()
            handlers.navigation.changed()
            handlers.navigation.chatsChanged()
            if models.navigation.picker == .threads, let listedChatID = models.threads.listedChatID {
                archive.list(chatID: listedChatID)
            }
        case .listing(let chatID):
            models.threads.list(chatID: chatID)
            models.navigation.open(.threads)
            archive.list(chatID: chatID)
            handlers.navigation.pickerChanged()
        case .listed(let threads, let chatID):
            guard models.navigation.picker == .threads, models.threads.listedChatID == chatID else { return }
            models.threads.listed = threads
            handlers.navigation.pickerChanged()
        }
    }

    /// Opens the thread at once, before the disk answers, so that typed text goes into the thread.
    private func show(_ threadID: String, chatID: String) {
        if let left = models.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
        if let place = models.composer.draftPlace {
            drafts.saveDraft(models.composer.draft, at: place)
            models.chatList.setDraft(models.composer.draft, at: place)
        }
        models.notice.remove(chatID: chatID)
        // The thread's replies in the chat no longer count as on screen.
        models.reading.show([], chatID: chatID)
        models.timeline.open(chatID: chatID, threadID: threadID, stored: nil)
        open.request(.opened)
        let place = Draft.place(chatID: chatID, threadID: threadID)
        models.composer.open(chatID: chatID, threadID: threadID, draft: models.chatList.drafts[place] ?? "")
        models.navigation.chatWasOpened()
        handlers.openChatChanged()
    }
}

extension ThreadEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                threads: models.threads, timeline: models.timeline, composer: models.composer,
                chatList: models.chatList, navigation: models.navigation,
                notice: models.notice, reading: models.reading),
            archive: session.threadArchive, drafts: session.composerArchive, open: OpenTimeline(session),
            receipts: ThreadReceiptEndpoint(
                session.endpointParts, isShared: { models.settings.settings.sharesReading }),
            handlers: session.handlers, queue: session.queue)
    }
}
