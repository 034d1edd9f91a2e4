import MatrixAPI
import MatrixClient
import NIOCore
import NIOPosix

/// Receives Kim's messages by a long poll.
final class LongPollListener: Sendable {
    /// The timeout for a line.
    private static let patience = Duration.seconds(60)

    private let board = DeliveryRecorder()
    private let group: MultiThreadedEventLoopGroup

    private init(group: MultiThreadedEventLoopGroup) {
        self.group = group
    }

    static func open(_ chats: KeyedChats) async throws -> LongPollListener {
        let client = HomeserverClient(homeserver: .url(chats.server.address), accessToken: chats.tokenOfKim)
        let token = try await client.sync(since: nil, timeoutMilliseconds: 0).nextBatch
        await client.shutdown()
        let ear = LongPollListener(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        PollListener(
            connection: try await .open(port: chats.server.port, on: ear.group), number: 0,
            accessToken: chats.tokenOfKim, timeout: 30_000, board: ear.board
        ).listen(since: token)
        return ear
    }

    /// Whether the awaited line has come.
    var hasHeard: Bool { board.deliveredCount > 0 }

    /// Starts waiting for a mark that no earlier line contains.
    func listen(for mark: String) {
        board.begin(mark)
    }

    /// - Returns: The time since it began to listen, in milliseconds.
    func awaitDelivery() async throws -> Double {
        let deadline = ContinuousClock.now + Self.patience
        while !hasHeard {
            guard ContinuousClock.now < deadline else { throw BenchError.notHeard(line: "A line", listeners: 1) }
            // The time is taken where the bytes arrive; this only waits for them.
            try await Task.sleep(for: .milliseconds(2))
        }
        return board.times.last ?? 0
    }

    func end() async throws {
        try await group.shutdownGracefully()
    }
}
