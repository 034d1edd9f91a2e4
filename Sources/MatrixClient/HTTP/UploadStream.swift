import NIOCore
import Synchronization

/// The body of a request that is too large to be held: it is read piece by piece as the connection takes it, from the beginning each
/// time that the request is made.
struct UploadStream: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// In bytes.
    let length: Int64
    let type: String
    /// The bytes from an offset on, as many as it likes; none at the end. What it throws ends the request.
    let read: @Sendable (Int64) async throws -> [UInt8]
    /// Called each time that the connection asks for more.
    var asked: @Sendable () -> Void = {}
    let meter = Meter()

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    /// How far the connection took it.
    final class Meter: Sendable {
        fileprivate let asked = Atomic(0)
        fileprivate let isReading = Atomic(false)
        fileprivate let isAtEnd = Atomic(false)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// A connection asks for more once it took most of that: of small pieces it shows sooner that it lives.
        private static let mostAtATime = 32 << 10

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
                // What was given away waits for the connection's thread, which alone knows when it is too much: where that is busy, the
                // whole body would pile up before it.
                try await HTTPTransport.eventLoopGroup.any().submit {}.get()
                piece = ByteBuffer(bytes: try await body.read(offset))
                offset += Int64(piece.readableBytes)
            }
            let part = piece.readSlice(length: Swift.min(piece.readableBytes, Self.mostAtATime))
            if piece.readableBytes == 0, offset >= body.length { body.meter.isAtEnd.store(true, ordering: .relaxed) }
            return part?.readableBytes == 0 ? nil : part
        }
    }
}

extension UploadStream {
    /// Makes the request of this body, and gives it up where the connection takes nothing of it any more. After its last piece the
    /// server has as long as the request lets it.
    ///
    /// - Throws: what `request` throws, or ``UnreachableReason/timedOut``.
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

    /// Waits until nothing was asked for during so long.
    private func standstill(_ limit: Duration) async throws {
        // Of a request that waits for its connection, or for a new token, nothing is taken yet: that has limits of its own.
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
