/// Tells the screen what is known of a message's story.
@MainActor
struct StoryEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    func storyChanged() { all.page.changed() }

    func messagesChanged(chatID: String) {
        all.timeline.chatsChanged([chatID])
        all.chatsChanged()
    }
}
