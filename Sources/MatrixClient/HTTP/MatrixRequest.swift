import MatrixAPI

/// One request of the client-server API, before it is bound to a server and a token.
struct MatrixRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    let method: Method
    /// Path and query, percent-encoded.
    let target: String
    var body: JSONValue?
    /// In place of ``body``.
    var upload: UploadStream?
    var isAuthenticated = true
    /// Asked as the last thing before the body goes out; where it says no the request fails with ``MatrixClientError/heldBack``.
    var mayGo: (@Sendable () async -> Bool)?
    /// How long the server may take until it starts to answer, in seconds.
    var patience: Int64 = 60
    /// How many milliseconds a server that lives may hold the request back; `nil` where nobody can say, as where it asks others first.
    var holds: Int64?
    /// Whether a `POST` may be sent twice, as all other methods may (RFC 9110, section 9.2.2).
    var repeatsSafely = false
    /// Whether other requests wait for the answer.
    var blocksOthers = false
    /// The most bytes of an answer that are read.
    var bodyLimit = 16 << 20
    /// Whether the answer brings events, of which a broken one costs no other.
    var bringsEvents = false
    /// Headers beside those that all have.
    var headers: KeyValuePairs<String, String> = [:]
    /// Whether it is about what no server can know: each room has an identifier with an `!` before it (appendices, "Room IDs").
    private(set) var isAboutNoRoom = false

    /// Without the query, for a log.
    var path: Substring { target.prefix { $0 != "?" } }

    /// Whether it may be sent again where nobody knows what became of it. A file is sent anew by who has it.
    var isRepeatable: Bool { upload == nil && (method != .post || repeatsSafely) }

    /// - Parameters:
    ///   - root: what all paths of an API begin with.
    ///   - segments: the parts of the path behind it, as they are: `v3`, `rooms`, `!a:example.org`.
    ///   - query: names and values as they are; those without a value are left out.
    ///   - servers: some that the server may ask.
    init(
        _ method: Method, at root: String = "/_matrix/client/", _ segments: String...,
        query: KeyValuePairs<String, String?> = [:], via servers: [String] = [], body: JSONValue? = nil
    ) {
        self.method = method
        self.body = body
        if let place = segments.firstIndex(of: "rooms"), segments.indices.contains(place + 1) {
            isAboutNoRoom = segments[place + 1].hasPrefix("imported:")
        }
        let path = root + segments.map(\.percentEncoded).joined(separator: "/")
        // The second is its name of before (version 1.12 of the specification).
        let asked = ["via", "server_name"].flatMap { name in servers.map { (name, Optional($0)) } }
        let parameters = (query.map { ($0.key, $0.value) } + asked).compactMap { name, value in
            value.map { "\(name.percentEncoded)=\($0.percentEncoded)" }
        }
        target = parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    /// - Parameters:
    ///   - mediaPath: behind `/_matrix/media`, as in `v3/upload`, percent-encoded.
    ///   - name: of the file, as it is.
    init(_ method: Method, mediaPath: String, fileName name: String? = nil) {
        self.method = method
        target = "/_matrix/media/\(mediaPath)" + (name.map { "?filename=\($0.percentEncoded)" } ?? "")
    }
}
