import NIOHTTP1

/// The part of a file that a response contains.
package struct MediaPart: Hashable, Sendable {
    /// The offset of the first byte in the file; 0 if the server starts from the beginning.
    package let offset: Int64
    /// The size of the whole file, if the server reports it.
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
            total = headers.first(name: "Content-Length").flatMap(Int64.init)
            return
        }
        // As in `bytes 100-199/200` (RFC 9110, section 14.4).
        guard let range = headers.first(name: "Content-Range"), range.hasPrefix("bytes ") else { return nil }
        let parts = range.dropFirst("bytes ".count).split(separator: "/")
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int64($0) }), first >= 0
        else { return nil }
        offset = first
        total = Int64(parts[1])
    }

    package static let pageTypes = ["text/html", "application/xhtml+xml"]

    private static let longestTag = 200
}
