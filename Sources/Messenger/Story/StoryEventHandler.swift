/// Tells the screen what is known of a message's story.
@MainActor
final class StoryEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func storyChanged() { raiser.raisePage() }

    func messagesChanged() {
        raiser.raiseChat()
        raiser.raiseChatList()
    }
}
