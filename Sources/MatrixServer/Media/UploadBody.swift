import HTTPTypes
import Hummingbird
import MatrixAPI
import NIOCore
import Synchronization

/// The body of an upload, part by part as it comes.
final class UploadBody: Sendable {
    /// What the request says of its length, in bytes; `nil` where it says nothing.
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

    /// - Throws: a ``Refusal`` where it breaks off, and what `take` throws.
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
            // It is malformed or shorter than it says, and the server has not failed.
            throw UploadBody.brokenOff
        }
    }

    private static let brokenOff = Refusal(.badRequest, .unknown, "The upload broke off: send it once more")
}
