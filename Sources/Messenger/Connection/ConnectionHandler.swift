import MatrixClient
import ViewModels

/// Shows what the connection does and what waits for the person or the server.
@MainActor
final class ConnectionHandler {
    private struct Counts: Equatable {
        let unread: Int
        let unsent: Int
        let refused: Int
    }

    private let parts: ScreenParts
    private var shown: Counts?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        let counts = counts
        shown = counts
        parts.events.connection.raise { [parts] in
            let connection = parts.models.connection
            return ConnectionViewModelBuilder(
                account: parts.models.account.account, state: connection.state, offlineSince: connection.offlineSince,
                nextTry: connection.nextTry, awaitsFirstSync: connection.awaitsFirstSync,
                storageProblem: connection.storageProblem, startProblem: connection.startProblem,
                unreadCount: counts.unread, unsentCount: counts.unsent, refusedCount: counts.refused, time: parts.time
            ).build { [queue = parts.queue] in queue.post(ConnectionEvent.tryingNow) }
        }
    }

    /// Something was read, sent or refused, or arrived.
    func countsChanged() {
        if counts != shown { changed() }
    }

    private var counts: Counts {
        let models = parts.models
        return Counts(
            unread: models.chatList.unreadTotal,
            unsent: models.connection.state == .online ? 0 : models.outbox.waitingCount,
            refused: models.outbox.refusedCount)
    }
}
