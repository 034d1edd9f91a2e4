import Conversations

/// A slice of a sync that is on disk, with the state before it that later steps still need.
struct ReceivedSlice {
    let applied: AppliedSlice
    let isFirstSync: Bool
    /// The chats of the slice as the list had them before, by chat ID. Left chats and unknown ones are missing.
    let chatsBefore: [String: Chat]
    /// The chat that was open before.
    let openChatBefore: String?
    /// The lines of the outbox that the slice shows as messages.
    let echoedLines: [OutboxLine]

    /// - Parameter state: the state before any subject received the slice.
    @MainActor
    init(_ applied: AppliedSlice, isFirstSync: Bool, before state: SessionState) {
        self.applied = applied
        self.isFirstSync = isFirstSync
        let known = applied.chats.compactMap { state.chatList.chats[$0.id] }
        chatsBefore = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        openChatBefore = state.chatList.openChatID
        echoedLines = state.outbox.lines.filter { applied.echoedLines.contains($0.id) }
    }

    /// Returns whether the slice has the chat.
    func has(_ chatID: String) -> Bool { applied.chats.contains { $0.id == chatID } }
}

/// The router of a subject that reacts to the slices of a sync. ``SyncEventRouter`` lists all of them in their order.
@MainActor
protocol SliceReceiver: SubjectRouter {
    /// Applies the slice to the subject. Events that it posts are routed after all receivers.
    func receive(_ slice: ReceivedSlice)
}
