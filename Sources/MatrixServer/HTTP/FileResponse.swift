import HTTPTypes
import MatrixAPI

/// A response whose body is a file, or a part of it.
struct FileResponse: Sendable {
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

    /// Returns the response for an upload that the request's headers select.
    static func of(_ media: Media, disposition: String, to call: Call) async throws -> FileResponse {
        // The content of an ID never changes.
        let content = Content(type: media.type.text, size: media.size, tag: media.id, disposition: disposition)
        return try await of(content, to: call) { try await call.server.media.open(media, for: call.reader) }
    }

    /// Returns the response for a file that the request's headers select.
    static func of(
        _ content: Content, to call: Call, open: () async throws -> StoredFile
    ) async throws -> FileResponse {
        let tag = "\"\(content.tag)\""
        var headers = common
        headers[.eTag] = tag
        if tags(call.headers[.ifNoneMatch]).contains(where: { $0 == tag || $0 == "*" }) {
            return FileResponse(status: .notModified, headers: headers, file: nil, range: 0..<0)
        }
        headers[.contentType] = content.type
        headers[.contentDisposition] = content.disposition
        // A part is only useful to a client that has other parts of the same file.
        let isSame = call.headers[.ifRange].map { $0 == tag } ?? true
        switch RangeRequest(isSame ? call.headers[.range] : nil, size: content.size) {
        case .unsatisfiable: throw EndpointError.unsatisfiable(size: content.size)
        case .whole:
            return FileResponse(
                status: .ok, headers: headers, file: try await open(), range: 0..<content.size)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            return FileResponse(
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
        // `private`: a shared cache must not give the file to other users.
        .cacheControl: "private, max-age=86400, immutable",
        .contentSecurityPolicy: "sandbox; default-src 'none'; script-src 'none'; plugin-types application/pdf; "
            + "style-src 'unsafe-inline'; object-src 'self';",
        .crossOriginResourcePolicy: "cross-origin",
        .xContentTypeOptions: "nosniff",
    ]
}

/// The `Content-Disposition` of a file, which gives a browser its name and says how to show it (RFC 6266).
enum ContentDisposition {
    /// - Parameter name: The name as uploaded, with any characters. It can't end the header, but the client still
    ///   has to make sure that it is not used as a path.
    static func text(isInline: Bool, name: String?) -> String {
        let kind = isInline ? "inline" : "attachment"
        guard let name, !name.isEmpty else { return kind }
        let plain = String(
            decoding: name.unicodeScalars.map { isPlain($0) ? UInt8($0.value) : underscore }, as: UTF8.self)
        // Old clients read only `filename`, which suffices if it is the name itself.
        guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encode(name))"
    }

    private static let underscore = UInt8(ascii: "_")

    /// Whether all clients read the character in the same way between quotes, and it is never part of a path.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && !["\"", "\\", "/", "%"].contains(scalar)
    }

    /// Encodes a name by RFC 8187, section 3.2.1.
    private static func encode(_ name: String) -> String { name.percentEncoded(keeping: attributeBytes) }

    /// The permitted bytes, except for the unreserved ones.
    private static let attributeBytes = Set("!#$&+^`|".utf8)
}
