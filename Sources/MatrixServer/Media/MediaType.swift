/// The type of an upload (RFC 9110, section 8.3.1).
struct MediaType: Sendable {
    static let unknown = "application/octet-stream"
    private static let longest = 255

    /// The value of `Content-Type`.
    let text: String

    /// - Parameter text: The type. A text that browsers could take for another type, such as a list of two types,
    ///   becomes the unknown type.
    init(_ text: String?) {
        let text = text ?? ""
        self.text = MediaType.isSound(text) ? text : MediaType.unknown
    }

    /// The type and its subtype alone.
    var essence: String {
        let end = text.firstIndex(of: ";") ?? text.endIndex
        return text[..<end].filter { $0 != " " }.lowercased()
    }

    /// Whether a browser may show it instead of saving it (client-server API, "Serving inline content").
    var mayBeInline: Bool { MediaType.inline.contains(essence) }

    /// Whether it may be sent as its own thumbnail (client-server API, "Thumbnails").
    var isPicture: Bool { MediaType.still.contains(essence) || mayMove }

    /// Whether the picture may be an animation.
    var mayMove: Bool { MediaType.moving.contains(essence) }

    private static func isSound(_ text: String) -> Bool {
        guard text.utf8.count <= longest, text.utf8.allSatisfy({ allowed.contains($0) }) else { return false }
        let parts = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { part in !part.filter { $0 != " " }.isEmpty }
    }

    /// The characters of tokens and between tokens. A comma is not allowed: browsers look for another type after it.
    private static let allowed = Set(
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&'*+-.^_`|~/;= \"".utf8))

    private static let still: Set<String> = ["image/jpeg", "image/png"]
    private static let moving: Set<String> = ["image/apng", "image/gif", "image/webp"]
    private static let inline: Set<String> = still.union(moving).union([
        "text/css", "text/plain", "text/csv", "application/json", "application/ld+json", "image/avif",
        "video/mp4", "video/webm", "video/ogg", "video/quicktime", "audio/mp4", "audio/webm", "audio/aac",
        "audio/mpeg", "audio/ogg", "audio/wave", "audio/wav", "audio/x-wav", "audio/x-pn-wav", "audio/flac",
        "audio/x-flac",
    ])
}
