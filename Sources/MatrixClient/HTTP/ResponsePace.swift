import AsyncHTTPClient
import NIOCore
import Synchronization

/// The minimum rate of a response body. A server that sends a few bytes at a time would otherwise block a chat's
/// outbox, or the sync, forever.
struct ResponsePace: Sendable {
    let window: Duration
    /// The number of bytes that have to arrive within each window, unless the body ends.
    let bytes: Int

    /// The rate of the slowest modems. A slower connection counts as broken.
    static let slowest = ResponsePace(window: .seconds(20), bytes: 4096)

    /// - Parameter heard: called for each piece.
    /// - Throws: the connection's error, `NIOTooManyBytesError`, or `HTTPClientError.deadlineExceeded`.
    func collect(
        _ body: HTTPClientResponse.Body, upTo limit: Int, heard: @escaping @Sendable () -> Void = {}
    ) async throws -> ByteBuffer {
        try await follow { meter in
            try await body.map { piece in
                meter.arrived.add(piece.readableBytes, ordering: .relaxed)
                heard()
                return piece
            }.collect(upTo: limit)
        }
    }

    /// Passes on the pieces of a body that is too large for memory. The receiver may take any time.
    ///
    /// - Throws: the errors of ``collect(_:upTo:heard:)``, and those of `take`.
    func pour(
        _ body: HTTPClientResponse.Body, upTo limit: Int64,
        into take: @escaping @Sendable (ByteBuffer) async throws -> Void
    ) async throws {
        try await follow { meter in
            var rest = limit
            for try await piece in body {
                rest -= Int64(piece.readableBytes)
                guard rest >= 0 else { throw NIOTooManyBytesError(maxBytes: Int(limit)) }
                meter.arrived.add(piece.readableBytes, ordering: .relaxed)
                meter.isTaking.store(true, ordering: .relaxed)
                try await take(piece)
                meter.isTaking.store(false, ordering: .relaxed)
            }
        }
    }

    private func follow<Value: Sendable>(
        _ work: @escaping @Sendable (Meter) async throws -> Value
    ) async throws -> Value {
        let meter = Meter()
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work(meter) }
            group.addTask { throw try await lapse(of: meter) }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// Returns when too few bytes have arrived.
    private func lapse(of meter: Meter) async throws -> HTTPClientError {
        var before = 0
        while true {
            try await Task.sleep(for: window)
            let now = meter.arrived.load(ordering: .relaxed)
            guard now - before >= bytes || meter.isTaking.load(ordering: .relaxed) else { return .deadlineExceeded }
            before = now
        }
    }

    private final class Meter: Sendable {
        let arrived = Atomic(0)
        /// Whether the receiver is busy. Silence then has a local cause.
        let isTaking = Atomic(false)
    }
}
