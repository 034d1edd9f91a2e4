package import Conversations
import MatrixClient
import ViewModels

/// Events from the homeserver.
package enum SyncEvent: RoutedEvent {
    /// A slice of a sync was stored on disk.
    case received(AppliedSlice, isFirstSync: Bool)
    /// The people who are typing in a chat changed.
    case typing(chatID: String, userIDs: [String])
}

/// Routes the events from the homeserver. The chapter about the intake is at ``SyncIntake``.
@MainActor
struct SyncEventRouter: EventRouter {
    struct Models {
        let timeline: TimelineModel
        let outbox: OutboxModel
        let chatList: ChatListModel
        let chatDetails: ChatDetailsModel
        let power: PowerModel
        let composer: ComposerModel
        let connection: ConnectionModel
        let ignoredPeople: IgnoredPeopleModel
        let navigation: NavigationModel
        let notice: NoticeModel
        let reading: ReadMarkerModel
        let openChat: OpenChatReadMarker
        let account: AccountModel
    }

    private let models: Models
    private let open: OpenTimeline
    private let chats: ChatArchive
    private let outbox: OutboxEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment
    private let notifier: Notifier
    private let scripts: ScriptReporter

    func route(_ event: SyncEvent) {
        switch event {
        case .received(let applied, let isFirstSync):
            receive(applied, isFirstSync: isFirstSync)
        case .typing(let chatID, let userIDs):
            let others = userIDs.filter {
                $0 != models.account.userID && !models.ignoredPeople.userIDs.contains($0)
            }
            models.timeline.setTyping(others, chatID: chatID)
            if chatID == models.timeline.chatID { handlers.timeline.typingChanged() }
        }
    }

    private func receive(_ applied: AppliedSlice, isFirstSync: Bool) {
        var changes = SyncChanges(applied)
        changes.lines = models.outbox.chatIDs(of: applied.echoedLines)
        let echoed = models.outbox.remove(applied.echoedLines)
        if echoed.contains(where: { $0.file != nil }) { outbox.sweepFiles() }
        for line in applied.repeatedLines { queue.post(OutboxEvent.repeated(line)) }
        scripts.arrived(applied)
        outbox.echoed(applied.echoedLines)
        outbox.handleSync(of: applied.chats)
        let ignored = applied.ignoredUserIDs ?? models.ignoredPeople.userIDs
        let invitations = applied.chats.filter {
            $0.membership == .invited && models.chatList.chats[$0.id]?.membership != .invited
                && !$0.isInvitation(fromAnyOf: ignored)
        }
        if let userIDs = applied.ignoredUserIDs, userIDs != models.ignoredPeople.userIDs {
            queue.post(ChatTaskEvent.ignored(userIDs: userIDs))
        }
        let answered = applied.newMessages.filter { $0.value.contains { $0.message.threadID != nil } }
        for chatID in applied.chatsReadInThreads.union(answered.keys) {
            queue.post(ThreadEvent.arrived(chatID: chatID))
        }
        let before = applied.chats.map { models.chatList.chats[$0.id] }
        for (chat, before) in zip(applied.chats, before) where chat.membership == .left {
            if let before, before.membership == .knocked { showEndOfKnock(before, in: applied) }
        }
        let openBefore = models.chatList.openChatID
        changes.chats = models.chatList.merge(applied.chats)
        if let openBefore, models.chatList.spaceIDs.contains(openBefore) {
            queue.post(SpaceEvent.opening(spaceID: openBefore))
        }
        if let open = models.chatDetails.chatID, applied.chats.contains(where: { $0.id == open }),
            let chat = models.chatList.chat(open)
        {
            models.chatDetails.merge(applied.changedMembers[open] ?? [], power: models.power.power(in: chat))
            if applied.changedMembers[open] != nil {
                queue.post(TrustEvent.listed(models.chatDetails.members.map(\.userID), chatID: open))
            }
        }
        if let open = models.timeline.chatID, applied.chats.contains(where: { $0.id == open }) {
            if refreshOpenChat(open, with: applied, isFirstSync: isFirstSync) {
                changes.chats.insert(open)
                saveReadPosition(open)
            }
            models.timeline.land(echoed)
        }
        forgetRemoved(in: applied)
        if !isFirstSync {
            let arrivals = arrivals(in: applied, before: before) + invitations.map(Arrival.init(invitation:))
            let inView = areChatsInView ? models.timeline.chatID : nil
            for arrival in arrivals where !isInView(arrival) && arrival.count > 0 {
                models.notice.add(
                    arrival.count, chatID: arrival.chatID,
                    text: arrival.text, namesChat: arrival.isNamedByText, threadID: arrival.threadID,
                    eventID: arrival.last?.eventID)
            }
            notifier.raise(arrivals, chatInView: inView)
        }
        notifier.settle()
        showChanged(changes)
        // Behind another account's screen no chat opens automatically: it would open unseen.
        if models.chatList.openChatID == nil, models.timeline.number == 0, !models.reading.isTurnedAway,
            let first = models.chatList.firstToOpen
        {
            queue.post(ChatEvent.opened(chatID: first, isChosen: false))
        }
    }

    /// Shows a notification, as the chat disappears from the list and the refusal would go unseen.
    private func showEndOfKnock(_ chat: Chat, in applied: AppliedSlice) {
        let own = models.account.userID
        let end = applied.newMessages[chat.id]?.last { $0.message.detail?.userID == own }?.message
        let name = Naming.chat(chat)
        let notice: ComposerNotice
        switch end?.detail?.what {
        // Another device of this account withdrew the request.
        case .withdrew?, .left?: return
        case .refused?, .removed?, .banned?:
            notice = .knockRefused(chat: name, reason: end?.body ?? "")
        case .joined?, .invited?, .declined?, .unbanned?, .renamed?, .unchanged?, .knocked?, nil:
            notice = .knockEnded(chat: name)
        }
        models.notice.show(NoticeModel.Outcome(notice: notice, chatID: nil))
        handlers.notices.changed()
    }

    private var areChatsInView: Bool { models.navigation.screen == .chats && !models.reading.isTurnedAway }

    private func isInView(_ arrival: Arrival) -> Bool {
        areChatsInView && arrival.chatID == models.timeline.chatID
            && arrival.threadID == models.timeline.threadID
    }

    private func showChanged(_ changes: SyncChanges) {
        if !changes.chats.isEmpty || !changes.lines.isEmpty { handlers.chatsChanged() }
        if let open = models.timeline.chatID, changes.all.contains(open) {
            handlers.timeline.changed()
            handlers.composer.openChatChanged()
            if changes.members.contains(open) {
                handlers.timeline.typingChanged()
                handlers.composer.changed()
            }
        }
        if !changes.chats.isEmpty { handlers.invitation.changed() }
        handlers.chatDetails.chatsChanged(changes.chats.union(changes.members))
    }

    /// - Returns: whether the chat turned out to be read completely.
    private func refreshOpenChat(_ chatID: String, with applied: AppliedSlice, isFirstSync: Bool) -> Bool {
        guard let chat = models.chatList.chat(chatID), !chat.isJoinedSpace else {
            models.timeline.close()
            models.composer.close()
            handlers.openChatChanged()
            return false
        }
        let people = applied.changedMembers[chatID] ?? []
        models.timeline.merge(people)
        if !people.isEmpty { queue.post(CompletionEvent.peopleCame(people, chatID: chatID)) }
        models.timeline.merge(applied.changedReadPlaces[chatID] ?? [])
        if let messages = applied.newMessages[chatID], !messages.isEmpty {
            // Messages that arrived while this device was offline weren't seen.
            show(messages, in: chat, wasAway: models.connection.state != .online && !isFirstSync)
        }
        let changed = applied.changedMessages[chatID] ?? []
        models.timeline.merge(changed)
        if chat.isEncrypted {
            let came = (applied.newMessages[chatID] ?? []).origins.union(changed.origins)
            queue.post(TrustEvent.shown(came, chatID: chatID))
        }
        return models.openChat.confirmRead()
    }

    /// Stores the read position, so that the next start finds it on disk.
    private func saveReadPosition(_ chatID: String) {
        guard let last = models.timeline.window.messages.last else { return }
        chats.markRead(chatID: chatID, through: last.position, userID: models.account.userID)
    }

    private func show(_ messages: [PlacedMessage], in chat: Chat, wasAway: Bool) {
        let own = models.account.userID
        if !wasAway, messages.contains(where: { $0.message.sender != own }) { models.reading.handleNewMessage() }
        let arrived = ArrivedMessages(
            messages: messages, marksNew: wasAway || !models.reading.isLooking(at: environment.now()),
            movesLine: models.openChat.hasReadAll, ownUserID: own, ignored: models.ignoredPeople.userIDs)
        if wasAway, models.reading.isFirstLook {
            open.request(.firstLook)
        } else if models.timeline.follows(messages) {
            models.timeline.append(arrived)
            // A chat that was just created or joined opens before it has any messages.
            if models.reading.readThrough(chatID: chat.id) == nil { open.beginReading() }
        } else if models.timeline.isFindingEnd {
            models.timeline.buffer(arrived)
        } else {
            open.request(.caughtUp(findsUnread: models.openChat.findsUnreadAnew))
        }
    }

    /// Returns the new unread messages, including earlier ones that only now could be decrypted.
    ///
    /// - Parameter before: the chats before the change.
    private func arrivals(in applied: AppliedSlice, before: [Chat?]) -> [Arrival] {
        zip(applied.chats, before).compactMap { chat, before in
            let new = applied.newMessages[chat.id] ?? []
            let said = (opened(in: applied, chatID: chat.id) + new).filter(isOfOthers)
            if chat.unreadCount == 0 { models.notice.remove(chatID: chat.id) }
            let count = models.notice.countNew(
                said: (chat.notificationLevel == .mentions ? said : new.filter(isOfOthers)).map(\.position),
                readThrough: readThrough(in: applied, chatID: chat.id), before: before?.unreadCount ?? 0,
                now: chat.unreadCount, chatID: chat.id)
            let isMention = chat.hasMention && chat.highlightCount > before?.highlightCount ?? 0
            // A message that was reported as undecryptable may turn out to be a mention.
            guard count > 0 || isMention && !said.isEmpty else { return nil }
            return (said.last?.message ?? chat.lastMessage).map {
                Arrival(in: chat, last: $0, count: count, isMention: isMention)
            }
        }
    }
}

extension SyncEventRouter {
    private func isOfOthers(_ placed: PlacedMessage) -> Bool {
        let message = placed.message
        return message.sender != models.account.userID && message.kind.countsAsUnread && !message.isRemoved
            && !models.ignoredPeople.userIDs.contains(message.sender)
    }

    /// Withdraws the notifications about removed messages.
    private func forgetRemoved(in applied: AppliedSlice) {
        let removed = Set(applied.changedMessages.values.joined().map(\.message).filter(\.isRemoved).map(\.eventID))
        guard !removed.isEmpty else { return }
        models.notice.forget(removed)
        notifier.forget(removed)
    }

    /// Returns the account's new read position in the slice, if any. An own message counts, as it is sent after
    /// reading the others.
    private func readThrough(in applied: AppliedSlice, chatID: String) -> Int64? {
        let own = models.account.userID
        let said = applied.newMessages[chatID]?.last { $0.message.sender == own && $0.message.kind.countsAsUnread }
        let receipts = applied.changedReadPlaces[chatID]?.filter { $0.userID == own && $0.threadID == nil } ?? []
        return ([said?.position] + receipts.map(\.position)).compactMap(\.self).max()
    }

    /// Returns messages that were decrypted now. Old ones from a backup aren't news.
    private func opened(in applied: AppliedSlice, chatID: String) -> [PlacedMessage] {
        guard !applied.openedEventIDs.isEmpty else { return [] }
        let earliest = environment.now() - Self.longestWait
        return (applied.changedMessages[chatID] ?? []).filter {
            applied.openedEventIDs.contains($0.message.eventID) && $0.message.timestamp >= earliest
        }
    }

    /// The longest wait for a key, in milliseconds.
    private static let longestWait: Int64 = 3_600_000

    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                timeline: models.timeline, outbox: models.outbox, chatList: models.chatList,
                chatDetails: models.chatDetails, power: models.power, composer: models.composer,
                connection: models.connection, ignoredPeople: models.ignoredPeople, navigation: models.navigation,
                notice: models.notice, reading: models.reading, openChat: OpenChatReadMarker(models),
                account: models.account),
            open: OpenTimeline(session), chats: session.chatArchive, outbox: session.outbox,
            handlers: session.handlers, queue: session.queue,
            environment: session.environment, notifier: session.notifier, scripts: session.scripts)
    }
}

/// The chats that a slice of a sync changed, by the kind of change.
struct SyncChanges: Equatable {
    /// Chats with changes in the list or their heading.
    var chats: Set<String> = []
    var messages: Set<String> = []
    /// Chats with changes in members or their names.
    var members: Set<String> = []
    /// Chats with new read receipts.
    var receipts: Set<String> = []
    /// Chats with outbox messages that the timeline now shows as events.
    var lines: Set<String> = []

    /// All chats with any change.
    var all: Set<String> { chats.union(messages).union(members).union(receipts).union(lines) }
}

extension SyncChanges {
    /// Leaves out the changes that only models can find: chats and echoed outbox messages.
    init(_ applied: AppliedSlice) {
        messages = Set(applied.newMessages.keys).union(applied.changedMessages.keys)
        members = Set(applied.changedMembers.keys)
        receipts = Set(applied.changedReadPlaces.keys)
    }
}
