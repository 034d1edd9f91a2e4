import Logging
package import MatrixAPI
import NIOCore
import NIOHTTP1

extension HomeserverClient {
    /// Downloads a file (client-server API, "Content repository"). It uses the old path if the server
    /// doesn't know the new one.
    ///
    /// - Parameters:
    ///   - offset: the number of bytes that are already on this device.
    ///   - tag: the ``MediaPart/tag`` of these bytes. Without it, the whole file is requested.
    ///   - limit: the limit of the whole file in bytes. A larger one throws ``UnreachableReason/tooLargeAnswer``.
    ///   - thumbnail: requests a smaller picture of about this size (client-server API, "Thumbnails").
    @concurrent
    package func download(
        _ address: MediaAddress, from offset: Int64 = 0, tag: String? = nil, limit: Int64,
        thumbnail: MediaThumbnail? = nil, into sink: MediaSink
    ) async throws(MatrixClientError) {
        let range: KeyValuePairs<String, String> =
            if let tag, offset > 0 {
                // If the file has changed, the server sends all of it (RFC 9110, section 13.1.5).
                ["Accept": "*/*", "Range": "bytes=\(offset)-", "If-Range": tag]
            } else {
                ["Accept": "*/*"]
            }
        let kind = thumbnail == nil ? "download" : "thumbnail"
        let wanted: KeyValuePairs<String, String?> =
            if let thumbnail {
                ["width": "\(thumbnail.width)", "height": "\(thumbnail.height)", "method": "scale"]
            } else {
                [:]
            }
        var request = MatrixRequest(.get, "v1", "media", kind, address.server, address.mediaID, query: wanted)
        request.headers = range
        var answer = try await fetch(request, from: offset, limit: limit, into: sink)
        if Self.isUnknownPath(answer) {
            var old = MatrixRequest(
                .get, at: "/_matrix/media/", "v3", kind, address.server, address.mediaID,
                query: thumbnail == nil ? ["allow_redirect": "false"] : wanted)
            // The old endpoint is public, and older servers accept no token there.
            old.isAuthenticated = false
            old.headers = range
            answer = try await fetch(old, from: offset, limit: limit, into: sink)
        }
        switch answer.status {
        case 200, 206: return
        // The local bytes are more than the file has, so they are not its start.
        case 416 where offset > 0: try await download(address, limit: limit, thumbnail: thumbnail, into: sink)
        default: throw HomeserverClient.failure(of: answer)
        }
    }

    /// Whether the server doesn't know the path, which is new in version 1.11 of the specification
    /// (`M_UNRECOGNIZED`, or no Matrix error at all).
    private static func isUnknownPath(_ answer: HTTPTransport.Answer) -> Bool {
        guard [404, 405].contains(answer.status) else { return false }
        guard let json = json(of: answer), let error = MatrixError(json: json) else { return true }
        return error.code == .unrecognized
    }

    private func fetch(
        _ request: MatrixRequest, from offset: Int64, limit: Int64, into sink: MediaSink
    ) async throws(MatrixClientError) -> HTTPTransport.Answer {
        let path = request.target.prefix { $0 != "?" }
        return try await answer(to: request) { token throws(MatrixClientError) in
            do {
                // The sink may already have received some bytes, so the request is not repeated here. The caller
                // continues from there.
                var answer = try await underWay.run(isRepeatable: false, blocksOthers: false) { [self] showLife in
                    try await transport.stream(
                        message(for: request, token: token), patience: request.patience, limit: limit,
                        offset: offset
                    ) { status, headers in
                        showLife()
                        guard let part = MediaPart(status: status, headers: headers) else {
                            throw MatrixClientError.notMatrix(status: status)
                        }
                        if let total = part.total, total > limit { throw NIOTooManyBytesError(maxBytes: Int(limit)) }
                        guard await sink.begin(part) else { throw MatrixClientError.cancelled }
                    } take: { piece in
                        showLife()
                        guard await sink.take(Array(piece.readableBytesView)) else {
                            throw MatrixClientError.cancelled
                        }
                    }
                }
                logger.debug("GET \(path): \(answer.status)")
                answer.secrets = [token].compactMap(\.self)
                return answer
            } catch {
                let failure = await failure(of: error)
                logger.debug("GET \(path): \(failure.logText)")
                throw failure
            }
        }
    }
}

/// The part of a file that a response contains.
package struct MediaPart: Hashable, Sendable {
    /// The offset of the first byte in the file; 0 if the server starts from the beginning.
    package let offset: Int64
    /// The size of the whole file, 0 or more; `nil` if the server reports none.
    package let total: Int64?
    /// The ETag that identifies the same bytes (RFC 9110, section 8.8.3); `nil` if there is no strong one.
    package let tag: String?
    /// Whether it is a web page without the header for stored files. Servers send `Content-Disposition` with each
    /// file that they store (client-server API, "Content repository").
    package let isPage: Bool

    /// - Parameter status: 200 or 206.
    /// - Returns: `nil` if the position of the part is unknown.
    init?(status: Int, headers: HTTPHeaders) {
        let tag = headers.first(name: "ETag")
        self.tag = tag.flatMap { $0.first == "\"" && $0.utf8.count <= Self.longestTag ? $0 : nil }
        let type = headers.first(name: "Content-Type")?.lowercased() ?? ""
        isPage = headers.first(name: "Content-Disposition") == nil && Self.pageTypes.contains { type.hasPrefix($0) }
        guard status == 206 else {
            offset = 0
            total = headers.first(name: "Content-Length").flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
            return
        }
        // The header has the form `bytes 100-199/200` (RFC 9110, section 14.4).
        guard let range = headers.first(name: "Content-Range"), range.hasPrefix("bytes ") else { return nil }
        let parts = range.dropFirst("bytes ".count).split(separator: "/")
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int64($0) }), first >= 0
        else { return nil }
        offset = first
        total = Int64(parts[1]).flatMap { $0 < 0 ? nil : $0 }
    }

    package static let pageTypes = ["text/html", "application/xhtml+xml"]

    private static let longestTag = 200
}
