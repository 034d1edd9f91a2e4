import HTTPTypes
import MatrixAPI

/// An answer whose body is a file, or a part of it.
struct FileAnswer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    /// `nil` if the client has the file already.
    let file: StoredFile?
    /// The range of the file's bytes to send.
    let range: Range<Int64>

    /// The properties of a file that its response reports.
    struct Content: Sendable {
        let type: String
        /// The size in bytes.
        let size: Int64
        /// The entity tag. A file with another tag is a different file.
        let tag: String
        let disposition: String
    }

    /// Returns the answer for an upload that the request's headers select.
    static func of(_ media: Media, disposition: String, to call: Call) async throws -> FileAnswer {
        // The content of an ID never changes.
        let content = Content(type: media.type.text, size: media.size, tag: media.id, disposition: disposition)
        return try await of(content, to: call) { try await call.server.media.open(media, for: call.reader) }
    }

    /// Returns the answer for a file that the request's headers select.
    static func of(
        _ content: Content, to call: Call, open: () async throws -> StoredFile
    ) async throws -> FileAnswer {
        let tag = "\"\(content.tag)\""
        var headers = common
        headers[.eTag] = tag
        if tags(call.headers[.ifNoneMatch]).contains(where: { $0 == tag || $0 == "*" }) {
            return FileAnswer(status: .notModified, headers: headers, file: nil, range: 0..<0)
        }
        headers[.contentType] = content.type
        headers[.contentDisposition] = content.disposition
        // A part is only useful to a client that has other parts of the same file.
        let isSame = call.headers[.ifRange].map { $0 == tag } ?? true
        switch RangeRequest(isSame ? call.headers[.range] : nil, size: content.size) {
        case .unsatisfiable: throw Refusal.unsatisfiable(size: content.size)
        case .whole:
            return FileAnswer(
                status: .ok, headers: headers, file: try await open(), range: 0..<content.size)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            return FileAnswer(
                status: .partialContent, headers: headers, file: try await open(), range: range)
        }
    }

    /// Parses entity tags. A weak tag matches the same tag (RFC 9110, section 13.1.2).
    private static func tags(_ header: String?) -> [String] {
        (header ?? "").split(separator: ",").map { tag in
            let tag = tag.filter { $0 != " " && $0 != "\t" }
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
    }

    /// Headers that keep a browser from treating a file as another type or running any of it.
    private static let common: HTTPFields = [
        .acceptRanges: "bytes",
        // Others behind the same proxy may not have it.
        .cacheControl: "private, max-age=86400, immutable",
        .contentSecurityPolicy: "sandbox; default-src 'none'; script-src 'none'; plugin-types application/pdf; "
            + "style-src 'unsafe-inline'; object-src 'self';",
        .crossOriginResourcePolicy: "cross-origin",
        .xContentTypeOptions: "nosniff",
    ]
}
