import Conversations

/// The message whose story is told.
@MainActor
final class StoryModel {
    private(set) var target: OutboxLine.Target?
    /// `nil` where this device doesn't have it as a message.
    private(set) var message: MessageStory?
    private(set) var line: LineStory?
    /// `nil` where it was not encrypted, or can't be read.
    private(set) var key: StoryKey?
    /// Whether the server is asked for other wordings.
    private(set) var isLoading = false
    /// Why it gave none.
    private(set) var problem: FailureReason?

    /// Until the disk tells more nothing is known of it.
    func ask(_ target: OutboxLine.Target) { tell(target, message: nil, line: nil, key: nil) }

    func tell(_ target: OutboxLine.Target, message: MessageStory?, line: LineStory?, key: StoryKey?) {
        self.target = target
        self.message = message
        self.line = line
        self.key = key
        isLoading = false
        problem = nil
    }

    func beginLoading() { isLoading = true }

    func fail(_ reason: FailureReason) {
        isLoading = false
        problem = reason
    }
}
