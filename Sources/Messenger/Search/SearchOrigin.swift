import Conversations

/// Where somebody was when they looked for something.
struct SearchOrigin: Hashable, Sendable {
    let chatID: String
    let threadID: String?
    /// The first message that was on screen; `nil` where the end of the chat was.
    let eventID: String?
}

extension SearchOrigin {
    /// - Returns: `nil` where no chat is open.
    @MainActor
    init?(_ models: SessionModels) {
        let timeline = models.timeline
        guard let chatID = timeline.chatID else { return nil }
        let shown = models.reading.positionsOnScreen(chatID: chatID) ?? []
        let messages = timeline.window.messages
        let isAtEnd = !timeline.window.hasNewer && messages.last.map { shown.contains($0.position) } ?? true
        let first = messages.first { shown.contains($0.position) && $0.message.hasIdentifier }
        self.init(chatID: chatID, threadID: timeline.threadID, eventID: isAtEnd ? nil : first?.message.eventID)
    }
}
