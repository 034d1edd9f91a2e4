import Conversations
import Engine
import ViewModels

/// Handles the actions on the notification line.
@MainActor
struct NoticeEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: NoticeEvent) {
        switch event {
        case .goingThere where !state.settings.problems.isEmpty:
            state.navigation.open(.settingProblems)
        case .goingThere where isVerificationToTell:
            queue.post(VerificationEvent.opened)
        case .goingThere where state.isConfirmationToTell:
            queue.post(SecurityEvent.opened)
        case .goingThere where state.login.unsentToTell != nil:
            state.navigation.open(.unsentFile)
        case .goingThere where state.notice.outcome != nil:
            if let chatID = state.notice.outcome?.chatID { queue.post(ChatEvent.opened(chatID: chatID)) }
            state.notice.dismissOutcome()
        case .goingThere:
            guard let chatID = state.notice.chatIDs.last else { break }
            if let threadID = state.notice.threadID(chatID: chatID) {
                queue.post(ThreadEvent.opened(threadID: threadID, chatID: chatID))
            } else {
                queue.post(ChatEvent.opened(chatID: chatID))
            }
        case .dismissed:
            // Each key press dismisses a single notification. New messages are shown after the others are dismissed.
            if !state.settings.problems.isEmpty {
                state.settings.dismissProblems()
            } else if isVerificationToTell {
                queue.post(VerificationEvent.dismissed)
            } else if state.isConfirmationToTell {
                state.security.dismiss(state.ownIdentity.state)
                state.ownIdentity.dismissLoss()
            } else if state.login.unsentToTell != nil {
                state.login.dismissUnsent()
            } else if state.notice.outcome != nil {
                state.notice.dismissOutcome()
            } else {
                state.notice.removeAll()
            }
        }
    }

    private var isVerificationToTell: Bool {
        state.verification.left(for: state.navigation.screen) != nil || state.verification.toTell != nil
    }
}

extension NoticeEventRouter: SliceReceiver {
    /// The longest wait for a key, in milliseconds.
    private static let longestWait: Int64 = 3_600_000

    func receive(_ slice: ReceivedSlice) {
        forgetRemoved(in: slice.applied)
        if !slice.isFirstSync {
            let arrivals = arrivals(in: slice) + invitations(in: slice).map(Arrival.init(invitation:))
            for arrival in arrivals where !isInView(arrival) && arrival.count > 0 {
                state.notice.add(
                    arrival.count, chatID: arrival.chatID,
                    text: arrival.text, namesChat: arrival.isNamedByText, threadID: arrival.threadID,
                    eventID: arrival.last?.eventID)
            }
            effects.notifier.raise(arrivals, chatInView: areChatsInView ? state.timeline.chatID : nil)
        }
        effects.notifier.settle()
    }

    private var areChatsInView: Bool { state.navigation.screen == .chats && !state.reading.isTurnedAway }

    private func isInView(_ arrival: Arrival) -> Bool {
        areChatsInView && arrival.chatID == state.timeline.chatID
            && arrival.threadID == state.timeline.threadID
    }

    /// Withdraws the notifications about removed messages.
    private func forgetRemoved(in applied: AppliedSlice) {
        let removed = Set(applied.changedMessages.values.joined().map(\.message).filter(\.isRemoved).map(\.eventID))
        guard !removed.isEmpty else { return }
        state.notice.forget(removed)
        effects.notifier.forget(removed)
    }

    /// Returns the new invitations. The people that the slice ignores aren't in the state yet.
    private func invitations(in slice: ReceivedSlice) -> [Chat] {
        let ignored = slice.applied.ignoredUserIDs ?? state.ignoredPeople.userIDs
        return slice.applied.chats.filter {
            $0.membership == .invited && slice.chatsBefore[$0.id]?.membership != .invited
                && !$0.isInvitation(fromAnyOf: ignored)
        }
    }

    /// Returns the new unread messages, including earlier ones that only now could be decrypted.
    private func arrivals(in slice: ReceivedSlice) -> [Arrival] {
        let applied = slice.applied
        return applied.chats.compactMap { chat in
            let before = slice.chatsBefore[chat.id]
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

    private func isOfOthers(_ placed: PlacedMessage) -> Bool {
        let message = placed.message
        return message.sender != state.account.userID && message.kind.countsAsUnread && !message.isRemoved
            && !state.ignoredPeople.userIDs.contains(message.sender)
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
}
