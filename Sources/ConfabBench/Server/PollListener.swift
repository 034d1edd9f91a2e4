import NIOCore

/// Sends a sync request, waits, and sends the next, forever.
final class PollListener: Sendable {
    private let connection: LoadConnection
    private let number: Int
    private let accessToken: String
    private let board: HearingBoard?
    /// The timeout in milliseconds. It differs for each listener, since Synapse answers equal requests only once.
    private let timeout: Int

    init(connection: LoadConnection, number: Int, accessToken: String, timeout: Int, board: HearingBoard?) {
        self.connection = connection
        self.number = number
        self.accessToken = accessToken
        self.timeout = timeout
        self.board = board
    }

    func listen(since token: String) {
        connection.eventLoop.execute { self.ask(since: token) }
    }

    private func ask(since token: String) {
        let request = LoadRequest.sync(since: token, timeout: timeout + number, accessToken: accessToken)
        connection.ask(request).whenSuccess { [board, number] answer in
            answer.body.withUnsafeReadableBytes { board?.got($0, by: number) }
            // The code that waits for this listener reports it as missing.
            guard answer.status == 200, let next = answer.nextBatch else { return }
            self.ask(since: next)
        }
    }
}
