import NIOCore

/// The body of a request that is given away only once the connection is there, and then only after a last look at whether it
/// may go: finding a connection, or a new token, can take long enough for the answer to have changed.
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

        /// Throws ``MatrixClientError/heldBack`` where it may not go; the request is then given up, and no server takes one
        /// whose body is missing.
        mutating func next() async throws -> ByteBuffer? {
            guard !isGiven else { return nil }
            guard await body.mayGo() else { throw MatrixClientError.heldBack }
            isGiven = true
            return body.bytes
        }
    }
}
