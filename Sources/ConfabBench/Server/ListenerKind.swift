import NIOCore

/// The way in which listeners receive events.
enum ListenerKind: String, Sendable, CaseIterable {
    case stream
    case longPoll = "long poll"

    /// Opens the listeners, a hundred at a time.
    ///
    /// - Parameters:
    ///   - timeout: The timeout of a poll, in milliseconds.
    ///   - group: The event loops, whose end closes the listeners.
    func open(
        _ count: Int, in room: LoadRoom, at server: MeasuredServer, since token: String, timeout: Int,
        board: DeliveryRecorder?, on group: any EventLoopGroup
    ) async throws {
        for first in stride(from: 0, to: count, by: 100) {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in first..<min(count, first + 100) {
                    tasks.addTask {
                        switch self {
                        case .stream:
                            try await StreamListener.open(
                                number: number, port: server.port, since: token, accessToken: room.tokens[0],
                                board: board, on: group)
                        case .longPoll:
                            PollListener(
                                connection: try await .open(port: server.port, on: group), number: number,
                                accessToken: room.tokens[0], timeout: timeout, board: board
                            ).listen(since: token)
                        }
                    }
                }
                try await tasks.waitForAll()
            }
        }
    }
}

/// Long-polls `/sync`: sends the next request once the last one is answered, until an answer is an error.
final class PollListener: Sendable {
    private let connection: LoadConnection
    private let number: Int
    private let accessToken: String
    private let board: DeliveryRecorder?
    /// The timeout in milliseconds, to which ``number`` is added. Synapse runs equal requests only once, so the
    /// timeouts of the listeners differ.
    private let timeout: Int

    init(connection: LoadConnection, number: Int, accessToken: String, timeout: Int, board: DeliveryRecorder?) {
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
        connection.send(request).whenSuccess { [board, number] answer in
            answer.body.withUnsafeReadableBytes { board?.got($0, by: number) }
            // The code that waits for this listener reports it as missing.
            guard answer.status == 200, let next = answer.nextBatch else { return }
            self.ask(since: next)
        }
    }
}
