import NIOHTTP1

/// What of a file an answer brings.
package struct MediaPart: Hashable, Sendable {
    /// Where in the file its first byte stands; 0 where the server begins anew.
    package let offset: Int64
    /// How many bytes the whole has, where the server says it.
    package let total: Int64?
    /// By which the server knows the same bytes again (RFC 9110, section 8.8.3); `nil` where it has none that is strong.
    package let tag: String?
    /// Whether it is a page of the web that is not said to be a file: servers say of all that they keep how it is to be shown (client-server
    /// API, "Content repository", `Content-Disposition`).
    package let isPage: Bool

    /// - Parameter status: 200 or 206.
    /// - Returns: `nil` where a part comes that nobody can place.
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
