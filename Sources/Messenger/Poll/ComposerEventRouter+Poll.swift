import Conversations
import MatrixAPI

/// Handles the `/poll` command.
extension ComposerEventRouter {
    /// - Returns: `nil` if the poll is invalid, after showing the error.
    func poll(typed argument: String, chatID: String) -> PollStart? {
        do throws(PollProblem) {
            let poll = try PollStart(typed: argument)
            let excess = poll.sentContent.serialized.count - maximumBytes(chatID: chatID)
            if excess <= 0 { return poll }
            models.composer.tell(.tooLong(by: excess))
        } catch {
            models.composer.tell(.noPoll(error))
        }
        return nil
    }

    func ask(_ poll: PollStart, typed text: String, of place: ComposerPlace) {
        let (now, thread) = (environment.now(), thread(of: place))
        outbox.accept(typed: TypedLine(text, chatID: place.chatID, threadID: place.threadID)) {
            OutboxLine.poll(poll, chatID: place.chatID, thread: thread, now: now)
        }
    }
}
