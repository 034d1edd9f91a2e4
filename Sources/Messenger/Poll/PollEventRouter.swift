package import Conversations
package import MatrixAPI

/// Actions on a poll.
package enum PollEvent: RoutedEvent {
    /// Votes for exactly these answers, by their identifiers. An empty list withdraws the vote.
    case answering(OutboxLine.Target, [String], form: PollForm, chatID: String)
    case ending(OutboxLine.Target, PollClosing, chatID: String)
}

/// Handles the actions on polls.
@MainActor
struct PollEventRouter: EventRouter {
    private let archive: OutboxArchive
    private let environment: SessionEnvironment

    func route(_ event: PollEvent) {
        let now = environment.now()
        switch event {
        case .answering(let target, let answers, let form, let chatID):
            archive.add(.pollAnswer(to: target, answers, form: form, chatID: chatID, now: now))
        case .ending(let target, let closing, let chatID):
            archive.add(.pollEnd(of: target, closing, chatID: chatID, now: now))
        }
    }
}

extension PollEventRouter {
    init(_ session: SessionParts) {
        self.init(archive: session.outboxArchive, environment: session.environment)
    }
}

/// Handles the `/poll` command.
extension ComposerEventRouter {
    /// - Returns: `nil` if the poll is invalid, after showing the error.
    func poll(typed argument: String, chatID: String) -> PollStart? {
        do throws(PollError) {
            let poll = try PollStart(typed: argument)
            let excess = poll.sentContent.serialized.count - maximumBytes(chatID: chatID)
            if excess <= 0 { return poll }
            models.composer.showNotice(.tooLong(by: excess))
        } catch {
            models.composer.showNotice(.noPoll(error))
        }
        return nil
    }

    func ask(_ poll: PollStart, typed text: String, of place: ComposerTarget) {
        let (now, thread) = (environment.now(), thread(of: place))
        outbox.accept(typed: TypedLine(text, chatID: place.chatID, threadID: place.threadID)) {
            OutboxLine.poll(poll, chatID: place.chatID, thread: thread, now: now)
        }
    }
}
