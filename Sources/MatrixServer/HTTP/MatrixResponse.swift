import Glibc
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A response on its way to a client. It is a class, since each function of a waiting poll would reserve space for a
/// struct.
final class MatrixResponse: Sendable {
    private enum Body {
        case bytes(ByteBuffer?)
        case file(StoredFile, Range<Int64>)
        case composed(ComposedResponse)
    }

    private let head: HTTPResponse
    private let body: Body

    convenience init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: ByteBuffer?) {
        self.init(status, headers, .bytes(body), length: Int64(body?.readableBytes ?? 0))
    }

    /// - Parameters:
    ///   - file: The file; `nil` for a response without a body.
    ///   - range: The requested bytes of the file.
    convenience init(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ file: StoredFile?, _ range: Range<Int64>
    ) {
        if let file {
            self.init(status, headers, .file(file, range), length: range.upperBound - range.lowerBound)
        } else {
            self.init(status, headers, nil)
        }
    }

    convenience init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ composed: ComposedResponse) {
        self.init(status, headers, .composed(composed), length: composed.length)
    }

    private init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: Body, length: Int64) {
        var head = HTTPResponse(status: status, headerFields: headers)
        // The length in a 304 response would be that of the client's copy (RFC 9110, section 8.6).
        if status != .notModified { head.headerFields[.contentLength] = String(length) }
        head.headerFields[.date] = HTTPDate.lastText(of: time(nil))
        self.head = head
        self.body = body
    }

    /// Returns once the kernel has all of it, so that a connection's next response isn't made before this one was read.
    ///
    /// - Throws: Also if a file can't be read to its end; the connection has to end then.
    func write(to channel: any Channel) async throws {
        switch body {
        case .bytes(let bytes): try await write(bytes, to: channel)
        case .file(let file, let range): try await write(file, range, to: channel)
        case .composed(let answer):
            switch answer.content {
            case .bytes(let bytes): try await write(bytes, to: channel)
            case .file(let file): try await write(file.stored, 0..<file.length, to: channel)
            }
            // The response counts against its budget until it is sent.
            withExtendedLifetime(answer) {}
        }
    }

    private func write(_ body: ByteBuffer?, to channel: any Channel) async throws {
        let written = channel.eventLoop.makePromise(of: Void.self)
        let head = head
        channel.eventLoop.execute {
            channel.write(HTTPResponsePart.head(head), promise: nil)
            if let body { channel.write(HTTPResponsePart.body(body), promise: nil) }
            channel.writeAndFlush(HTTPResponsePart.end(nil), promise: written)
        }
        try await written.futureResult.get()
    }

    /// Writes a file in pieces: the next one is read when the kernel has the last.
    private func write(_ file: StoredFile, _ range: Range<Int64>, to channel: any Channel) async throws {
        try await channel.writeAndFlush(HTTPResponsePart.head(head))
        var rest = range
        while !rest.isEmpty {
            let piece = try await file.piece(of: rest)
            rest = rest.lowerBound + Int64(piece.readableBytes)..<rest.upperBound
            try await channel.writeAndFlush(HTTPResponsePart.body(piece))
        }
        try await channel.writeAndFlush(HTTPResponsePart.end(nil))
    }
}

/// The HTTP date format (RFC 9110, section 5.6.7), as in `Sat, 21 Nov 2026 13:00:00 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let last = Mutex((time: -1, text: ""))

    /// Works as ``text(of:)`` but caches the last text, since every response contains the present time.
    static func lastText(of time: Int) -> String {
        last.withLock { last in
            if last.time != time { last = (time, text(of: time)) }
            return last.text
        }
    }

    /// - Parameter time: Seconds since 1970.
    static func text(of time: Int) -> String {
        var seconds = time
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits($0) }.joined(separator: ":")
        let date = "\(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
