import Conversations

/// Events that show whether the user is reading.
package enum ReadMarkerEvent: RoutedEvent {
    /// The messages of a chat that are on screen, by their positions.
    case presented([Int64], chatID: String)
    /// The terminal got or lost the focus.
    case focusChanged(Bool)
    /// A key was pressed. The user is present, so visible messages may count as read.
    case keyPressed
    /// Another account's chats replaced this account's chats on screen, or the reverse.
    case turned(away: Bool)
}

/// Handles the events that show whether the user is reading.
@MainActor
struct ReadMarkerEventRouter: EventRouter {
    struct Models {
        let reading: ReadMarkerModel
        let timeline: TimelineModel
        let chatList: ChatListModel
        let ignoredPeople: IgnoredPeopleModel
        let account: AccountModel
        let notice: NoticeModel
    }

    private let models: Models
    private let chats: ChatArchive
    private let receipts: ReadMarkerEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment
    private let notifier: Notifier

    func route(_ event: ReadMarkerEvent) {
        switch event {
        case .presented(let positions, let chatID):
            models.reading.show(positions, chatID: chatID)
        case .focusChanged(let hasFocus):
            models.reading.setFocus(hasFocus)
            notifier.somebodyCame()
        case .keyPressed:
            models.reading.pressedKey(at: environment.now())
            if !models.reading.isTurnedAway { models.timeline.touch() }
            notifier.somebodyCame()
        case .turned(let isAway):
            models.reading.turn(away: isAway)
            if !isAway, let chatID = models.timeline.chatID {
                models.notice.remove(chatID: chatID)
                handlers.notices.changed()
            }
        }
        reportRead()
    }

    private func reportRead() {
        guard let chatID = models.timeline.chatID else { return }
        if let threadID = models.timeline.threadID {
            let seen = models.reading.seen(
                chatID: chatID, in: models.timeline.window, ownUserID: models.account.userID, now: environment.now())
            if let seen, seen.message.threadID == threadID {
                queue.post(ThreadEvent.read(seen, threadID: threadID, chatID: chatID))
            }
            return
        }
        let read = models.reading.advanceReadPosition(
            chatID: chatID, in: models.timeline.window, ownUserID: models.account.userID,
            ignored: models.ignoredPeople.userIDs, now: environment.now())
        guard let read else { return }
        let eventID = read.message.eventID
        let isLatest =
            models.timeline.window.messages.last(where: \.message.hasIdentifier)?.message.eventID == eventID
        if isLatest, !models.timeline.window.hasNewer, !models.timeline.isFindingEnd {
            models.chatList.markRead(chatID)
            chats.markRead(chatID: chatID, through: read.position, userID: models.account.userID)
            if models.notice.sawAll(chatID: chatID) { handlers.notices.changed() }
            notifier.settle()
        }
        // Threads have their own receipts, and the receipt of the main timeline must not name an event of a thread.
        let told = models.timeline.window.messages.last { placed in
            placed.position <= read.position && placed.message.threadID == nil && placed.message.hasIdentifier
                && placed.message.sender != models.account.userID
        }
        if let told { receipts.read(eventID: told.message.eventID, chatID: chatID) }
        handlers.chatsChanged()
    }
}

extension ReadMarkerEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                reading: models.reading, timeline: models.timeline, chatList: models.chatList,
                ignoredPeople: models.ignoredPeople, account: models.account, notice: models.notice),
            chats: session.chatArchive,
            receipts: session.readMarkers, handlers: session.handlers, queue: session.queue,
            environment: session.environment, notifier: session.notifier)
    }
}
