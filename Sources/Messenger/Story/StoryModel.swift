import Conversations

/// The message whose history is shown.
@MainActor
final class StoryModel {
    private(set) var target: OutboxLine.Target?
    /// `nil` if this device doesn't have it as a message.
    private(set) var message: MessageStory?
    private(set) var line: LineStory?
    /// `nil` if the message wasn't encrypted or can't be read.
    private(set) var key: StoryKey?
    /// Whether the other versions are being requested from the server.
    private(set) var isLoading = false
    /// The reason why that request failed.
    private(set) var problem: FailureReason?

    /// Starts with an empty history until the disk answers.
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
