import NIOCore

/// The body of a request that is too large to be held: it is read piece by piece as the connection takes it, from the beginning each
/// time that the request is made.
struct UploadStream: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    /// In bytes.
    let length: Int64
    let type: String
    /// The bytes from an offset on, as many as it likes; none at the end. What it throws ends the request.
    let read: @Sendable (Int64) async throws -> [UInt8]

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let body: UploadStream
        private var offset: Int64 = 0

        init(body: UploadStream) {
            self.body = body
        }

        mutating func next() async throws -> ByteBuffer? {
            guard offset < body.length else { return nil }
            let piece = try await body.read(offset)
            guard !piece.isEmpty else { return nil }
            offset += Int64(piece.count)
            return ByteBuffer(bytes: piece)
        }
    }
}
