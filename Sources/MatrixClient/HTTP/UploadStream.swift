import NIOCore
import Synchronization

/// A request body that is too large for memory. It is read piece by piece as the connection accepts it, and from
/// the start for each attempt.
struct UploadStream: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// The length in bytes.
    let length: Int64
    let type: String
    /// Returns any number of bytes from an offset on, or none at the end. An error ends the request.
    let read: @Sendable (Int64) async throws -> [UInt8]
    /// Called each time that the connection asks for more.
    var asked: @Sendable () -> Void = {}
    let meter = Meter()

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    /// The progress of the connection.
    final class Meter: Sendable {
        fileprivate let asked = Atomic(0)
        fileprivate let isReading = Atomic(false)
        fileprivate let isAtEnd = Atomic(false)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// The size of a piece. The connection asks for the next one after it sent most of the last, so smaller
        /// pieces show progress sooner.
        private static let maxAtATime = 32 << 10

        private let body: UploadStream
        private var offset: Int64 = 0
        private var piece = ByteBuffer()

        init(body: UploadStream) {
            self.body = body
            body.meter.isAtEnd.store(body.length == 0, ordering: .relaxed)
        }

        mutating func next() async throws -> ByteBuffer? {
            body.meter.asked.add(1, ordering: .relaxed)
            body.asked()
            if piece.readableBytes == 0 {
                guard offset < body.length else { return nil }
                body.meter.isReading.store(true, ordering: .relaxed)
                defer { body.meter.isReading.store(false, ordering: .relaxed) }
                // Only the connection's thread applies back-pressure. This waits for it, since otherwise the whole
                // body could pile up in memory while that thread is busy.
                try await HTTPTransport.eventLoopGroup.any().submit {}.get()
                piece = ByteBuffer(bytes: try await body.read(offset))
                offset += Int64(piece.readableBytes)
            }
            let part = piece.readSlice(length: Swift.min(piece.readableBytes, Self.maxAtATime))
            if piece.readableBytes == 0, offset >= body.length { body.meter.isAtEnd.store(true, ordering: .relaxed) }
            return part?.readableBytes == 0 ? nil : part
        }
    }
}

extension UploadStream {
    /// Performs the request with this body. It fails if the connection accepts no more of the body for some time.
    /// After the last piece, the request's own timeout applies.
    ///
    /// - Throws: the error of `request`, or ``UnreachableReason/timedOut``.
    func follow<Value: Sendable>(
        stallingAtMost limit: Duration, _ request: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await request() }
            group.addTask {
                try await standstill(limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw MatrixClientError.unreachable(.timedOut) }
            return value
        }
    }

    /// Returns when nothing was requested during this time.
    private func standstill(_ limit: Duration) async throws {
        // The time before the connection asks for the first piece doesn't count: connecting and refreshing the token
        // have timeouts of their own.
        var before = 0
        while true {
            try await Task.sleep(for: limit)
            let asked = meter.asked.load(ordering: .relaxed)
            let mayStand = meter.isReading.load(ordering: .relaxed) || meter.isAtEnd.load(ordering: .relaxed)
            if asked > 0, asked == before, !mayStand { return }
            before = asked
        }
    }
}

/// A request body that is only sent after a last check when the connection is established. Connecting, or
/// refreshing a token, can take long enough for the check's result to change.
struct GuardedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let bytes: ByteBuffer
    let mayGo: @Sendable () async -> Bool

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let body: GuardedBody
        private var isGiven = false

        init(body: GuardedBody) {
            self.body = body
        }

        /// Throws ``MatrixClientError/heldBack`` if the check fails. The request is then aborted, and no server
        /// accepts one without its body.
        mutating func next() async throws -> ByteBuffer? {
            guard !isGiven else { return nil }
            guard await body.mayGo() else { throw MatrixClientError.heldBack }
            isGiven = true
            return body.bytes
        }
    }
}
