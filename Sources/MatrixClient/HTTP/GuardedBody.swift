import NIOCore

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
