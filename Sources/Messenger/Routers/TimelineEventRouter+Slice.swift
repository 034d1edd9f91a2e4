import Conversations
import MatrixClient

extension TimelineEventRouter: SliceReceiver {
    /// Shows the changes of the open chat. Closes it if it is gone or became a space.
    func receive(_ slice: ReceivedSlice) {
        guard let chatID = state.timeline.chatID, slice.has(chatID) else { return }
        guard let chat = state.chatList.chat(chatID), !chat.isJoinedSpace else { return state.close(chatID) }
        let applied = slice.applied
        state.timeline.merge(applied.changedMembers[chatID] ?? [])
        state.timeline.merge(applied.changedReadPlaces[chatID] ?? [])
        if let messages = applied.newMessages[chatID], !messages.isEmpty {
            // Messages that arrived while this device was offline weren't seen.
            show(messages, in: chat, wasAway: state.connection.state != .online && !slice.isFirstSync)
        }
        state.timeline.merge(applied.changedMessages[chatID] ?? [])
        // A line lands only if its message isn't shown yet.
        state.timeline.land(slice.echoedLines)
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
}
