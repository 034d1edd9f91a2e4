import Conversations
import MatrixAPI

/// What `/poll` asks.
extension ComposerEventRouter {
    /// - Returns: `nil` where it can't be asked, which is said.
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
