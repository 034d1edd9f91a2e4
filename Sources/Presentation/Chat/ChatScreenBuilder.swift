import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the screen of the open chat.
struct ChatScreenBuilder {
    let content: OpenChatContent
    let queue: EventQueue
    var memo = ChatRowViewModelCache()

    func build() -> ChatViewModel {
        let chat = content.chat
        let rows = content.move.stage == .opening ? [] : chat.map(rows) ?? []
        var model = ChatViewModel(
            chatNumber: content.timeline.number, opening: content.timeline.opening, title: fullTitle,
            note: content.threadID == nil ? chat.map(note) ?? .empty : .empty,
            rows: rows,
            reachesLatest: !mayHaveNewer, newBelow: content.timeline.marker.arrivedBelow,
            usesTwelveHours: content.time.usesTwelveHours, unreadAbove: unreadAbove, unreadRow: unreadRow,
            goToUnread: goToUnread,
            jump: content.move.jump.map { jump(of: $0, in: rows) },
            shouldShowBusy: content.timeline.loading.isLoadingOlder || content.move.isMessage,
            shouldShowError: content.timeline.loading.error != nil,
            errorText: DisplayText(sanitizing: content.timeline.loading.error?.text ?? ""),
            emptyText: emptyText,
            needsOlder: needsOlder, needsNewer: needsNewer, needsLatest: needsLatest, needsFirst: needsFirst,
            stopWaiting: { [queue, chatID] in queue.post(HistoryEvent.stopped(chatID: chatID)) },
            gapWasShown: gapWasShown,
            actions: actions, lastOwnRow: lastOwnRow, wasShown: wasShown(rows), wentToLatest: wentToLatest)
        let back = content.wayBack.map { way in way == .found ? goingBackToFound : post(JumpEvent.returning) }
        if let back { model.goBack = back }
        model.goesBackToFound = content.wayBack == .found
        model.reportScrollPosition = { [queue, opening = content.timeline.opening] in
            queue.post(JumpEvent.stood($0, opening: opening))
        }
        model.stays = { [queue] in queue.post(JumpEvent.stayed) }
        model.picturesCameNear = picturesCameNear
        if content.threadID != nil {
            model.leaveThread = back ?? .available { [queue, chatID] in queue.post(ThreadEvent.left(chatID: chatID)) }
        }
        return model
    }

    private var goingBackToFound: Action<Void> { post(SearchEvent.opened(again: true)) }

    private func post(_ event: some RoutedEvent) -> Action<Void> { .available { [queue] in queue.post(event) } }

    /// The title, with the topic of the open thread if there is one.
    private var fullTitle: DisplayText {
        let name = title(content.chat)
        guard content.threadID != nil else { return name }
        guard let root = content.timeline.place?.root, !root.isRemoved else {
            return .words("chat.thread", ["name": name.string])
        }
        let text = root.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .words("chat.thread-title", ["name": name.string, "text": text.shortened(to: Self.longestTitle)])
    }

    /// The maximum length of a thread's topic in the title, in characters.
    private static let longestTitle = 100

    /// The chat that this screen was built for. Another one may be open by the time that an action runs.
    private var chatID: String { content.chat?.id ?? "" }

    private var emptyText: DisplayText {
        if content.chat == nil { return .words("chat.no-chat-is-open") }
        if content.chat?.membership == .knocked { return .words("chat.asked-to-be-let-in") }
        return isKnown ? .words("chat.nothing-was-said-here-yet") : .empty
    }

    /// Whether the messages were loaded from disk.
    private var isKnown: Bool { content.move.stage == .open }

    private var mayHaveNewer: Bool { content.window.hasNewer || !isKnown }

    private func title(_ chat: Chat?) -> DisplayText {
        guard let chat else { return "Confab" }
        let name = DisplayText(sanitizing: Naming.chat(chat))
        return chat.isEncrypted ? .words("chat.title-encrypted", ["name": name.string]) : name
    }

    /// Warns that the partner has not joined yet and reads nothing. This takes precedence over the topic.
    private func note(_ chat: Chat) -> DisplayText {
        if let partner = chat.directUserID, chat.membership == .joined, chat.joinedCount == 1, chat.invitedCount > 0 {
            let name = chat.heroes.first { $0.userID == partner }.map(Naming.person) ?? content.names.name(of: partner)
            return .words("chat.hasnt-joined-yet", ["name": name])
        }
        return DisplayText(sanitizing: (chat.topic ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// The rows of the chat. Queued lines are shown only once the disk has answered, as the scroll position is
    /// set when rows appear.
    private func rows(_ chat: Chat) -> [ChatRowViewModel] {
        ChatRowsBuilder(
            chatID: chat.id, threadID: content.threadID, linesInThreads: content.outbox.countsInThreads,
            window: content.window.without(content.ignoredUserIDs), outbox: content.outbox.lines,
            names: content.names,
            readPositions: content.timeline.people.readPositions.filter { $0.key != content.ownUserID },
            newLinePosition: content.timeline.marker.newLinePosition,
            isLoadingOlder: content.timeline.loading.isLoadingOlder,
            gapProblems: content.timeline.loading.gapProblems, isDirect: chat.isBetweenTwo,
            isOnline: content.isOnline,
            ownUserID: content.ownUserID, time: content.time, power: content.power, opened: content.timeline.opened,
            doubts: content.doubts, media: content.media, pictures: content.pictures,
            pictureRows: content.pictureRows, memo: memo
        ).build()
    }

    private var unreadRow: ChatRowID? {
        let position = content.timeline.marker.newLinePosition
        return content.window.messages.first { $0.position == position }.map { ChatRowID.of($0.message) }
    }

    private var beginning: DisplayText {
        content.threadID == nil
            ? .words("chat.this-is-where-chat-begins") : .words("chat.this-is-where-thread-begins")
    }

    private var needsOlder: Action<Void> {
        let window = content.window
        guard window.hasOlder || !window.gaps.isEmpty else {
            return .unavailable(beginning)
        }
        if content.timeline.loading.isLoadingOlder {
            return .unavailable(.words("chat.older-messages-are-being-loaded"))
        }
        return .available { [queue, chatID] in queue.post(HistoryEvent.needsOlder(chatID: chatID)) }
    }

    private var needsFirst: Action<Void> {
        let window = content.window
        let hasGapBefore = window.gaps.contains { $0.position == window.messages.first?.position }
        guard window.hasOlder || hasGapBefore || !isKnown else {
            return .unavailable(beginning)
        }
        return .available { [queue, chatID] in queue.post(HistoryEvent.seeks(.first, chatID: chatID)) }
    }

    private var unreadAbove: DisplayText {
        guard let unread = content.timeline.skippedUnread else { return .empty }
        let count = unread.count < UnreadPart.countLimit ? "\(unread.count)" : "\(UnreadPart.countLimit)+"
        return DisplayText.words("chat.unread-above", ["number": count])
    }

    private var goToUnread: Action<Void> {
        guard content.timeline.marker.unread?.firstEventID != nil || content.timeline.lacksUnread || !isKnown else {
            return .unavailable(.words("chat.nothing-was-unread-here"))
        }
        return .available { [queue, chatID] in queue.post(JumpEvent.goingToUnread(chatID: chatID)) }
    }

    private var gapWasShown: @MainActor (ChatRowID) -> Void {
        let gaps = content.window.gaps
        return { [queue, chatID] row in
            guard let gap = gaps.first(where: { ChatRowID.gap($0) == row }) else { return }
            queue.post(HistoryEvent.gapShown(at: gap.position, chatID: chatID))
        }
    }

    private var actions: @MainActor (ChatRowID) -> MessageActions? {
        { [content, queue] in MessageActionsBuilder(content: content, queue: queue)?.build($0) }
    }

    private var lastOwnRow: ChatRowID? {
        if let said = content.outbox.lines.last(where: { $0.purpose == .message && $0.kind.isTyped }) {
            return .of(said)
        }
        let own = content.window.messages.last { placed in
            placed.message.sender == content.ownUserID && !placed.message.isRemoved
                && placed.message.kind.isTyped && (content.threadID != nil || !placed.message.standsInThread)
        }
        return own.map { .of($0.message) }
    }

    private var needsNewer: Action<Void> {
        guard content.window.hasNewer else { return .unavailable(.words("chat.this-is-latest-message")) }
        return .available { [queue, chatID] in queue.post(HistoryEvent.needsNewer(chatID: chatID)) }
    }

    private var needsLatest: Action<Void> {
        guard mayHaveNewer else { return .unavailable(.words("chat.this-is-latest-message")) }
        return .available { [queue, chatID] in queue.post(HistoryEvent.needsLatest(chatID: chatID)) }
    }

    /// Returns the jump with the row that contains its message. If several messages share a row, it may have the
    /// identifier of another one.
    private func jump(of jump: ChatJump, in rows: [ChatRowViewModel]) -> ChatJump {
        let shown = Set(rows.map(\.id))
        guard !shown.contains(jump.row),
            let place = content.window.messages.lastIndex(where: { ChatRowID.of($0.message) == jump.row }),
            let before = content.window.messages[..<place].last(where: { shown.contains(.of($0.message)) })
        else { return jump }
        return ChatJump(number: jump.number, row: .of(before.message), selects: false, stand: jump.stand)
    }

    private func wasShown(_ rows: [ChatRowViewModel]) -> @MainActor (ChatRowID, ChatRowID) -> Void {
        let messages = content.window.messages
        // Read receipts are not sent for a chat that was left.
        guard content.chat?.membership == .joined else { return { _, _ in } }
        return { [queue, chatID] first, last in
            guard let start = messages.firstIndex(where: { ChatRowID.of($0.message) == first }),
                var end = messages.lastIndex(where: { ChatRowID.of($0.message) == last }), start <= end
            else { return }
            // The last row may include the messages that follow it.
            let shown = Set(rows.map(\.id))
            while end + 1 < messages.count, !shown.contains(.of(messages[end + 1].message)) { end += 1 }
            queue.post(ReadMarkerEvent.presented(messages[start...end].map(\.position), chatID: chatID))
        }
    }

    private var picturesCameNear: @MainActor ([PictureRequest]) -> Void {
        let messages = content.window.messages
        return { [queue, chatID] wishes in
            let rooms = Dictionary(wishes.map { ($0.row, $0.room) }) { first, _ in first }
            let orders = messages.reduce(into: [ChatRowID: PictureDrawingRequest]()) { orders, placed in
                let row = ChatRowID.of(placed.message)
                guard let room = rooms[row], let picture = MessagePicture(placed.message) else { return }
                orders[row] = PictureDrawingRequest(eventID: placed.message.eventID, picture: picture, room: room)
            }
            queue.post(PictureEvent.wanted(wishes.compactMap { orders[$0.row] }, chatID: chatID))
        }
    }

    /// Marks all earlier messages as read when the user goes to the latest one, even if they were not shown.
    private var wentToLatest: @MainActor () -> Void {
        guard content.chat?.membership == .joined else { return {} }
        return { [queue, chatID] in queue.post(JumpEvent.wentToLatest(chatID: chatID)) }
    }
}
