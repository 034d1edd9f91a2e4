import Conversations
import MatrixAPI

/// Handles the actions on polls.
@MainActor
struct PollEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: PollEvent) {
        let now = environment.now()
        switch event {
        case .answering(let target, let answers, let form, let chatID):
            effects.outboxArchive.add(.pollAnswer(to: target, answers, form: form, chatID: chatID, now: now))
        case .ending(let target, let closing, let chatID):
            effects.outboxArchive.add(.pollEnd(of: target, closing, chatID: chatID, now: now))
        }
    }
}

/// Performs the `/poll` command.
extension ComposerEventRouter {
    func startPoll(_ call: CommandCall) {
        guard let poll = poll(typed: call.argument, chatID: call.chatID) else { return }
        free(after: call, isKept: true)
        let (now, thread) = (environment.now(), thread(of: call.place))
        effects.outboxArchive.accept(typed: call.typed) {
            OutboxLine.poll(poll, chatID: call.chatID, thread: thread, now: now)
        }
    }

    /// - Returns: `nil` if the poll is invalid, after showing the error.
    private func poll(typed argument: String, chatID: String) -> PollStart? {
        do throws(PollError) {
            let poll = try PollStart(typed: argument)
            let excess = poll.sentContent.serialized.count - maximumBytes(chatID: chatID)
            if excess <= 0 { return poll }
            state.composer.showNotice(.tooLong(by: excess))
        } catch {
            state.composer.showNotice(.noPoll(error))
        }
        return nil
    }
}
