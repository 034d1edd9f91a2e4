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
struct SyncEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SyncEvent) {
        switch event {
        case .received(let applied, let isFirstSync):
            receive(applied, isFirstSync: isFirstSync)
        case .typing(let chatID, let userIDs):
            let others = userIDs.filter {
                $0 != state.account.userID && !state.ignoredPeople.userIDs.contains($0)
            }
            state.timeline.setTyping(others, chatID: chatID)
        }
    }

    private func receive(_ applied: AppliedSlice, isFirstSync: Bool) {
        let echoed = state.outbox.remove(applied.echoedLines)
        if echoed.contains(where: { $0.file != nil }) { effects.outbox.sweepFiles() }
        for line in applied.repeatedLines { queue.post(OutboxEvent.repeated(line)) }
        effects.scripts.arrived(applied)
        effects.outbox.echoed(applied.echoedLines)
        effects.outbox.handleSync(of: applied.chats)
        let ignored = applied.ignoredUserIDs ?? state.ignoredPeople.userIDs
        let invitations = applied.chats.filter {
            $0.membership == .invited && state.chatList.chats[$0.id]?.membership != .invited
                && !$0.isInvitation(fromAnyOf: ignored)
        }
        if let userIDs = applied.ignoredUserIDs, userIDs != state.ignoredPeople.userIDs {
            queue.post(ChatTaskEvent.ignored(userIDs: userIDs))
        }
        let answered = applied.newMessages.filter { $0.value.contains { $0.message.threadID != nil } }
        for chatID in applied.chatsReadInThreads.union(answered.keys) {
            queue.post(ThreadEvent.arrived(chatID: chatID))
        }
        let before = applied.chats.map { state.chatList.chats[$0.id] }
        for (chat, before) in zip(applied.chats, before) where chat.membership == .left {
            if let before, before.membership == .knocked { showEndOfKnock(before, in: applied) }
        }
        let openBefore = state.chatList.openChatID
        state.chatList.merge(applied.chats)
        if let openBefore, state.chatList.spaceIDs.contains(openBefore) {
            queue.post(SpaceEvent.opening(spaceID: openBefore))
        }
        if let open = state.chatDetails.chatID, applied.chats.contains(where: { $0.id == open }),
            let chat = state.chatList.chat(open)
        {
            state.chatDetails.merge(applied.changedMembers[open] ?? [], power: state.power.power(in: chat))
            if applied.changedMembers[open] != nil {
                queue.post(TrustEvent.listed(state.chatDetails.members.map(\.userID), chatID: open))
            }
        }
        if let open = state.timeline.chatID, applied.chats.contains(where: { $0.id == open }) {
            if refreshOpenChat(open, with: applied, isFirstSync: isFirstSync) {
                saveReadPosition(open)
            }
            state.timeline.land(echoed)
        }
        forgetRemoved(in: applied)
        if !isFirstSync {
            let arrivals = arrivals(in: applied, before: before) + invitations.map(Arrival.init(invitation:))
            let inView = areChatsInView ? state.timeline.chatID : nil
            for arrival in arrivals where !isInView(arrival) && arrival.count > 0 {
                state.notice.add(
                    arrival.count, chatID: arrival.chatID,
                    text: arrival.text, namesChat: arrival.isNamedByText, threadID: arrival.threadID,
                    eventID: arrival.last?.eventID)
            }
            effects.notifier.raise(arrivals, chatInView: inView)
        }
        effects.notifier.settle()
        // Behind another account's screen no chat opens automatically: it would open unseen.
        if state.chatList.openChatID == nil, state.timeline.number == 0, !state.reading.isTurnedAway,
            let first = state.chatList.firstToOpen
        {
            queue.post(ChatEvent.opened(chatID: first, isChosen: false))
        }
    }

    /// Shows a notification, as the chat disappears from the list and the refusal would go unseen.
    private func showEndOfKnock(_ chat: Chat, in applied: AppliedSlice) {
        let own = state.account.userID
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
        state.notice.show(NoticeModel.Outcome(notice: notice, chatID: nil))
    }

    private var areChatsInView: Bool { state.navigation.screen == .chats && !state.reading.isTurnedAway }

    private func isInView(_ arrival: Arrival) -> Bool {
        areChatsInView && arrival.chatID == state.timeline.chatID
            && arrival.threadID == state.timeline.threadID
    }

    /// - Returns: whether the chat turned out to be read completely.
    private func refreshOpenChat(_ chatID: String, with applied: AppliedSlice, isFirstSync: Bool) -> Bool {
        guard let chat = state.chatList.chat(chatID), !chat.isJoinedSpace else {
            state.close(chatID)
            return false
        }
        let people = applied.changedMembers[chatID] ?? []
        state.timeline.merge(people)
        if !people.isEmpty { queue.post(CompletionEvent.peopleCame(people, chatID: chatID)) }
        state.timeline.merge(applied.changedReadPlaces[chatID] ?? [])
        if let messages = applied.newMessages[chatID], !messages.isEmpty {
            // Messages that arrived while this device was offline weren't seen.
            show(messages, in: chat, wasAway: state.connection.state != .online && !isFirstSync)
        }
        let changed = applied.changedMessages[chatID] ?? []
        state.timeline.merge(changed)
        if chat.isEncrypted {
            let came = (applied.newMessages[chatID] ?? []).origins.union(changed.origins)
            queue.post(TrustEvent.shown(came, chatID: chatID))
        }
        return state.readMarker.confirmRead()
    }

    /// Stores the read position, so that the next start finds it on disk.
    private func saveReadPosition(_ chatID: String) {
        guard let last = state.timeline.window.messages.last else { return }
        effects.chatArchive.markRead(chatID: chatID, through: last.position, userID: state.account.userID)
    }

    private func show(_ messages: [PlacedMessage], in chat: Chat, wasAway: Bool) {
        let own = state.account.userID
        if !wasAway, messages.contains(where: { $0.message.sender != own }) { state.reading.handleNewMessage() }
        let arrived = ArrivedMessages(
            messages: messages, marksNew: wasAway || !state.reading.isLooking(at: environment.now()),
            movesLine: state.readMarker.hasReadAll, ownUserID: own, ignored: state.ignoredPeople.userIDs)
        if wasAway, state.reading.isFirstLook {
            openTimeline.request(.firstLook)
        } else if state.timeline.follows(messages) {
            state.timeline.append(arrived)
            // A chat that was just created or joined opens before it has any messages.
            if state.reading.readThrough(chatID: chat.id) == nil { openTimeline.beginReading() }
        } else if state.timeline.isFindingEnd {
            state.timeline.buffer(arrived)
        } else {
            openTimeline.request(.caughtUp(findsUnread: state.readMarker.findsUnreadAnew))
        }
    }

    /// Returns the new unread messages, including earlier ones that only now could be decrypted.
    ///
    /// - Parameter before: the chats before the change.
    private func arrivals(in applied: AppliedSlice, before: [Chat?]) -> [Arrival] {
        zip(applied.chats, before).compactMap { chat, before in
            let new = applied.newMessages[chat.id] ?? []
            let said = (opened(in: applied, chatID: chat.id) + new).filter(isOfOthers)
            if chat.unreadCount == 0 { state.notice.remove(chatID: chat.id) }
            let count = state.notice.countNew(
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
        return message.sender != state.account.userID && message.kind.countsAsUnread && !message.isRemoved
            && !state.ignoredPeople.userIDs.contains(message.sender)
    }

    /// Withdraws the notifications about removed messages.
    private func forgetRemoved(in applied: AppliedSlice) {
        let removed = Set(applied.changedMessages.values.joined().map(\.message).filter(\.isRemoved).map(\.eventID))
        guard !removed.isEmpty else { return }
        state.notice.forget(removed)
        effects.notifier.forget(removed)
    }

    /// Returns the account's new read position in the slice, if any. An own message counts, as it is sent after
    /// reading the others.
    private func readThrough(in applied: AppliedSlice, chatID: String) -> Int64? {
        let own = state.account.userID
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

}
