import Engine

/// Routes the events from the homeserver. The chapter about the intake is at ``SyncIntake``.
@MainActor
struct SyncEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    /// The subjects that react to a slice, in their order. Events that they post are routed later, in the same order.
    ///
    /// A comment names the failure in another place. An entry without a comment may be anywhere.
    private static let receivers: [any SliceReceiver.Type] = [
        OutboxEventRouter.self,
        ScriptEventRouter.self,
        ChatTaskEventRouter.self,
        ThreadEventRouter.self,
        KnockEventRouter.self,
        // Most of the following read the merged chats.
        ChatListEventRouter.self,
        // Before the list, the open chat isn't known as a space, and the space would stay closed.
        SpaceEventRouter.self,
        // Before the list, the members would be sorted by outdated power levels.
        ChatDetailsEventRouter.self,
        // Before the list, a chat that is gone or became a space would stay open.
        TimelineEventRouter.self,
        CompletionEventRouter.self,
        // Before the details, the trust in new members would not be loaded.
        TrustEventRouter.self,
        // Before the list, an outdated unread count would come back with the merge. Before the timeline, the receipts
        // and messages of this slice would be missing.
        ReadMarkerEventRouter.self,
        // Before the timeline, a user who only started the program would count as present, and a message would raise no
        // notification. Before the read marker, the notifications of a chat that was read would stay.
        NoticeEventRouter.self,
        // Before the list, the first chat would open only with the next slice.
        ChatEventRouter.self,
    ]

    func route(_ event: SyncEvent) {
        switch event {
        case .received(let applied, let isFirstSync):
            let slice = ReceivedSlice(applied, isFirstSync: isFirstSync, before: state)
            for receiver in Self.receivers { receiver.init(state: state, effects: effects).receive(slice) }
        case .contactsChanged:
            effects.book.load()
        case .typing(let chatID, let userIDs):
            let others = userIDs.filter {
                $0 != state.account.userID && !state.ignoredPeople.userIDs.contains($0)
            }
            state.timeline.setTyping(others, chatID: chatID)
        }
    }
}
