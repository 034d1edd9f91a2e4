import HTTPTypes
import MatrixAPI

/// An answer whose body is a file, or a part of one.
struct FileAnswer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    /// `nil` where the client has it already.
    let file: StoredFile?
    /// Which bytes of it.
    let range: Range<Int64>

    /// What a file is to whoever asks for it.
    struct Content: Sendable {
        let type: String
        /// In bytes.
        let size: Int64
        /// By which it is known again: what has another is something else.
        let tag: String
        let disposition: String
    }

    /// What the request's headers ask for of the upload.
    static func of(_ media: Media, disposition: String, to call: Call) async throws -> FileAnswer {
        // What an ID stands for never changes.
        let content = Content(type: media.type.text, size: media.size, tag: media.id, disposition: disposition)
        return try await of(content, to: call) { try await call.server.media.open(media, for: call.reader) }
    }

    /// What the request's headers ask for of the file.
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
        // A part is only of use to who has other parts of the same.
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

    /// RFC 9110, section 13.1.2: a weak tag stands for the same.
    private static func tags(_ header: String?) -> [String] {
        (header ?? "").split(separator: ",").map { tag in
            let tag = tag.filter { $0 != " " && $0 != "\t" }
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
    }

    /// Whatever a file holds, a browser takes it for nothing else and runs nothing of it.
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
