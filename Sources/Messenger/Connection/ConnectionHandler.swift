import MatrixClient
import ViewModels

/// Shows the state of the connection, and the numbers of unread and unsent messages.
@MainActor
final class ConnectionHandler {
    private struct Snapshot: Equatable {
        let unread: Int
        let unsent: Int
        let refused: Int
        let isDeviceUnverified: Bool
    }

    private let parts: ScreenParts
    private var shown: Snapshot?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        let standing = standing
        shown = standing
        parts.events.connection.raise { [parts] in
            let connection = parts.state.connection
            return ConnectionViewModelBuilder(
                account: parts.state.account.account, state: connection.state, offlineSince: connection.offlineSince,
                nextTry: connection.nextTry, silentSince: connection.silentSince,
                syncStalledSince: connection.syncStalledSince,
                rest: connection.rest,
                awaitsFirstSync: connection.awaitsFirstSync,
                storageProblem: connection.storageProblem, startProblem: connection.startProblem,
                unreadCount: standing.unread, unsentCount: standing.unsent, refusedCount: standing.refused,
                isDeviceUnverified: standing.isDeviceUnverified, time: parts.time
            ).build { [queue = parts.queue] in queue.post(ConnectionEvent.tryingNow) }
        }
    }

    /// Updates the status line when the counts or the verification of this device have changed.
    func standingChanged() {
        if standing != shown { changed() }
    }

    private var standing: Snapshot {
        let state = parts.state
        return Snapshot(
            unread: state.chatList.unreadTotal,
            unsent: state.connection.delaysLines ? state.outbox.waitingCount : state.outbox.delayedCount,
            refused: state.outbox.refusedCount, isDeviceUnverified: state.ownIdentity.state.isUnconfirmed)
    }
}
