import Glibc
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// An answer on its way to a client. A class, since a waiting poll's functions each keep room for one.
final class MatrixAnswer: Sendable {
    private let head: HTTPResponse
    private let body: ByteBuffer?

    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: ByteBuffer?) {
        var head = HTTPResponse(status: status, headerFields: headers)
        head.headerFields[.contentLength] = String(body?.readableBytes ?? 0)
        head.headerFields[.date] = HTTPDate.lastText(of: time(nil))
        self.head = head
        self.body = body
    }

    /// Returns once the kernel has all of it, so that a connection's next answer isn't made before its reader took this one.
    func write(to channel: any Channel) async throws {
        let written = channel.eventLoop.makePromise(of: Void.self)
        let (head, body) = (head, body)
        channel.eventLoop.execute {
            channel.write(HTTPResponsePart.head(head), promise: nil)
            if let body { channel.write(HTTPResponsePart.body(body), promise: nil) }
            channel.writeAndFlush(HTTPResponsePart.end(nil), promise: written)
        }
        try await written.futureResult.get()
    }
}
