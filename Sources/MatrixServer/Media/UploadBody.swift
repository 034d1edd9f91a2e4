import HTTPTypes
import Hummingbird
import MatrixAPI
import NIOCore
import Synchronization

/// The body of an upload, read in parts as it arrives.
final class UploadBody: Sendable {
    /// The length stated by the request, in bytes; `nil` if it states none.
    let length: Int64?
    private let body: RequestBody
    private let ended = Mutex(false)

    init(_ request: Request) {
        // A number that does not fit is larger than any file.
        length = request.headers[.contentLength].map { max(0, Int64($0) ?? .max) }
        body = request.body
    }

    /// Whether all of it was read.
    var isAtEnd: Bool { ended.withLock { $0 } }

    /// - Throws: A ``Refusal`` if the body is incomplete, and any error of `take`.
    func read(_ take: (ByteBuffer) async throws -> Void) async throws {
        var iterator = body.makeAsyncIterator()
        var count: Int64 = 0
        while let part = try await next(&iterator) {
            count += Int64(part.readableBytes)
            try await take(part)
        }
        guard length == nil || length == count else { throw UploadBody.brokenOff }
        ended.withLock { $0 = true }
    }

    private func next(_ iterator: inout RequestBody.AsyncIterator) async throws(Refusal) -> ByteBuffer? {
        do {
            return try await iterator.next()
        } catch {
            // The body is malformed or shorter than its stated length, which is not a failure of the server.
            throw UploadBody.brokenOff
        }
    }

    private static let brokenOff = Refusal(.badRequest, .unknown, "The upload broke off: send it once more")
}
