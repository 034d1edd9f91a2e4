import Conversations

/// The message whose story is told.
@MainActor
final class StoryModel {
    private(set) var target: OutboxLine.Target?

    func tell(_ target: OutboxLine.Target) { self.target = target }
}
