import ViewModels

/// Shows the messages of the open chat, and the people typing in it.
@MainActor
final class TimelineHandler {
    private let parts: ScreenParts
    /// The cache of rows.
    let memo = ChatRowViewModelCache()

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    private var openChatID: String? { parts.state.timeline.chatID }

    func changed() {
        parts.events.chat.raise { [parts, memo] in
            ChatScreenBuilder(
                content: OpenChatContent(
                    parts.state, time: parts.time,
                    drawsPictures: parts.environment.pictures?.means() != nil), queue: parts.queue, memo: memo
            ).build()
        }
    }

    /// Updates after chats or their outbox messages changed.
    func chatsChanged(_ chatIDs: Set<String>) {
        if let openChatID, chatIDs.contains(openChatID) { changed() }
    }

    func typingChanged() {
        parts.events.typing.raise { [state = parts.state] in
            TypingViewModelBuilder(userIDs: state.timeline.typing, names: state.timeline.names).build()
        }
    }
}
