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
        board: HearingBoard?, on group: any EventLoopGroup
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
