import Conversations
import MatrixClient
import ViewModels

/// Makes the open chat of the models' values.
@MainActor
struct ChatScreenBuilder {
    let models: SessionModels
    let queue: EventQueue
    let time: TimeText
    var memo = ChatRowMemo()

    func build() -> ChatViewModel {
        let timeline = models.timeline
        let chat = timeline.chatID.flatMap(models.chatList.chat)
        return ChatViewModel(
            chatNumber: timeline.number, title: title(chat), rows: chat.map(rows) ?? [],
            reachesLatest: !timeline.window.hasNewer, newBelow: timeline.arrivedBelow,
            usesTwelveHours: time.usesTwelveHours, unreadAbove: unreadAbove, goToUnread: goToUnread,
            jump: timeline.jump, shouldShowBusy: timeline.isLoadingOlder, shouldShowError: timeline.error != nil,
            errorText: DisplayText(sanitizing: timeline.error?.text ?? ""),
            emptyText: chat == nil ? .words("chat.no-chat-is-open") : .words("chat.nothing-was-said-here-yet"),
            needsOlder: needsOlder, needsNewer: needsNewer, needsLatest: needsLatest, needsFirst: needsFirst,
            stopWaiting: { [queue] in queue.post(HistoryEvent.stopped) }, gapWasShown: gapWasShown,
            actions: { [self] in actions(of: $0) }, lastOwnRow: lastOwnRow, wasShown: wasShown)
    }

    private func title(_ chat: Chat?) -> DisplayText {
        guard let chat else { return "Confab" }
        return DisplayText(sanitizing: Naming.chat(chat))
    }

    private func rows(_ chat: Chat) -> [ChatRowViewModel] {
        let timeline = models.timeline
        let others = timeline.readPositions.filter { $0.key != models.account.userID }
        return ChatRowsBuilder(
            window: timeline.window.without(models.ignoredPeople.userIDs),
            outbox: models.outbox.lines(chatID: chat.id), names: timeline.names,
            readPositions: others, newLinePosition: timeline.newLinePosition, isLoadingOlder: timeline.isLoadingOlder,
            gapProblems: timeline.gapProblems, isDirect: chat.joinedCount + chat.invitedCount <= 2, isOnline: isOnline,
            ownUserID: models.account.userID, time: time, power: models.power.power(in: chat), opened: timeline.opened,
            memo: memo
        ).build()
    }

    private var needsOlder: Action<Void> {
        let window = models.timeline.window
        guard window.hasOlder || !window.gaps.isEmpty else {
            return .unavailable(.words("chat.this-is-where-chat-begins"))
        }
        if models.timeline.isLoadingOlder { return .unavailable(.words("chat.older-messages-are-being-loaded")) }
        return .available { [queue] in queue.post(HistoryEvent.needsOlder) }
    }

    private var needsFirst: Action<Void> {
        let window = models.timeline.window
        let hasGapBefore = window.gaps.contains { $0.position == window.messages.first?.position }
        guard window.hasOlder || hasGapBefore else { return .unavailable(.words("chat.this-is-where-chat-begins")) }
        return .available { [queue] in queue.post(HistoryEvent.needsFirst) }
    }

    private var unreadAbove: DisplayText {
        guard let unread = models.timeline.skippedUnread else { return .empty }
        let count = unread.count < UnreadPart.countLimit ? "\(unread.count)" : "\(UnreadPart.countLimit)+"
        return DisplayText.words("connection.unread", count: count)
    }

    private var goToUnread: Action<Void> {
        guard models.timeline.unread?.firstEventID != nil else {
            return .unavailable(.words("chat.nothing-was-unread-here"))
        }
        return .available { [queue] in queue.post(VisitEvent.goingToUnread) }
    }

    private var gapWasShown: @MainActor (ChatRowID) -> Void {
        let gaps = models.timeline.window.gaps
        return { [queue] row in
            guard let gap = gaps.first(where: { ChatRowID.gap(at: $0.position) == row }) else { return }
            queue.post(HistoryEvent.gapShown(at: gap.position))
        }
    }

    private var isOnline: Bool { models.connection.offlineSince == nil }

    private func actions(of row: ChatRowID) -> MessageActions? {
        guard let chatID = models.timeline.chatID else { return nil }
        let messages = MessageViewModelBuilder(
            names: models.timeline.names, time: time, ownUserID: models.account.userID, isOnline: isOnline,
            changes: AskedChanges(models.outbox.lines(chatID: chatID)),
            mentions: MentionCheck(ownUserID: models.account.userID, displayName: nil, power: nil),
            opened: models.timeline.opened)
        return MessageActionsBuilder(models: models, queue: queue, messages: messages).build(row)
    }

    private var lastOwnRow: ChatRowID? {
        let said = models.timeline.chatID.flatMap { chatID in
            models.outbox.lines(chatID: chatID).last { $0.purpose == .message }
        }
        if let said { return .of(said) }
        let own = models.timeline.window.messages.last { placed in
            placed.message.sender == models.account.userID && !placed.message.isRemoved
                && [.text, .emote].contains(placed.message.kind)
        }
        return own.map { .of($0.message) }
    }

    private var needsNewer: Action<Void> {
        guard models.timeline.window.hasNewer else { return .unavailable(.words("chat.this-is-latest-message")) }
        return .available { [queue] in queue.post(HistoryEvent.needsNewer) }
    }

    private var needsLatest: Action<Void> {
        guard models.timeline.window.hasNewer else { return .unavailable(.words("chat.this-is-latest-message")) }
        return .available { [queue] in queue.post(HistoryEvent.needsLatest) }
    }

    private var wasShown: @MainActor (ChatRowID) -> Void {
        let messages = models.timeline.window.messages
        let ownUserID = models.account.userID
        // Nobody in a chat that was left hears of it.
        guard models.chatList.openChat?.membership == .joined else { return { _ in } }
        return { [queue] rowID in
            guard let index = messages.lastIndex(where: { ChatRowID.of($0.message) == rowID }) else {
                return
            }
            let read = messages[...index].last { $0.message.sender != ownUserID && $0.message.hasIdentifier }
            guard let read else { return }
            queue.post(MessageEvent.userReads(eventID: read.message.eventID, position: read.position))
        }
    }
}
