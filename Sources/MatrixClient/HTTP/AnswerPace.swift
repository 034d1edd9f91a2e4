import AsyncHTTPClient
import NIOCore
import Synchronization

/// How slowly an answer's body may come: whoever lets it drip would else hold a chat's outbox, or the sync, for ever.
struct AnswerPace: Sendable {
    let window: Duration
    /// So much comes within each window, or the end of the body.
    let bytes: Int

    /// About the slowest modems: what is slower is no connection.
    static let slowest = AnswerPace(window: .seconds(20), bytes: 4096)

    /// - Throws: what the connection throws, `NIOTooManyBytesError`, or `HTTPClientError.deadlineExceeded`.
    func collect(_ body: HTTPClientResponse.Body, upTo limit: Int) async throws -> ByteBuffer {
        let meter = Meter()
        return try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask {
                try await body.map { piece in
                    meter.arrived.add(piece.readableBytes, ordering: .relaxed)
                    return piece
                }.collect(upTo: limit)
            }
            group.addTask { throw try await lapse(of: meter) }
            defer { group.cancelAll() }
            guard let whole = try await group.next() else { throw CancellationError() }
            return whole
        }
    }

    /// Waits until too little has come.
    private func lapse(of meter: Meter) async throws -> HTTPClientError {
        var before = 0
        while true {
            try await Task.sleep(for: window)
            let now = meter.arrived.load(ordering: .relaxed)
            guard now - before >= bytes else { return .deadlineExceeded }
            before = now
        }
    }

    private final class Meter: Sendable {
        let arrived = Atomic(0)
    }
}
