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
