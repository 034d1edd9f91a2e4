import MatrixAPI

extension SyncMachine {
    enum Phase: Hashable, Sendable {
        case idle
        /// Asking what the server speaks.
        case connecting
        /// Asking for all that happened meanwhile.
        case catchingUp
        case openingStream
        /// Live by stream.
        case streaming
        /// Live by long polls.
        case polling
        case waiting
        /// Between two polls that a server answers at once with nothing.
        case pausing
        case stopped
    }

    /// What happened.
    enum Input: Sendable {
        case started
        case versions(ServerVersions)
        /// An answer or an update was stored, with its token.
        case applied(nextBatch: String, isEmpty: Bool = false)
        /// Whoever stores didn't want to go on.
        case notApplied
        case failed(MatrixClientError)
        case streamOpened
        case streamEnded(StreamEnd)
        case waitEnded
        /// A person wants a try without waiting.
        case tryNow
        /// There is reason to think that connections are dead or come to life.
        case networkChanged
    }

    /// What to do.
    enum Instruction: Hashable, Sendable {
        case report(ConnectionState)
        case requestVersions
        case sync(since: String?, timeoutMilliseconds: Int64)
        case openStream(since: String)
        case receiveUpdate
        case wait(milliseconds: Int64)
        case stop
    }
}
