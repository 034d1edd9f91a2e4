import MatrixAPI

/// A request of the client-server API, independent of a server and a token.
struct MatrixRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    let method: Method
    /// The path and query, percent-encoded.
    let target: String
    var body: JSONValue?
    /// The upload in place of ``body``.
    var upload: UploadStream?
    var isAuthenticated = true
    /// Called just before the body is sent. If it returns false, the request fails with
    /// ``MatrixClientError/heldBack``.
    var mayGo: (@Sendable () async -> Bool)?
    /// The time until the server has to begin its response, in seconds.
    var patience: Int64 = 60
    /// The milliseconds for which a working server may hold the request. `nil` if this is unknown, for example
    /// because it asks other servers first.
    var holds: Int64?
    /// Whether a `POST` may be repeated, as all other methods may (RFC 9110, section 9.2.2).
    var repeatsSafely = false
    /// Whether other requests wait for the response.
    var blocksOthers = false
    /// The size limit of the response in bytes.
    var bodyLimit = 16 << 20
    /// Whether the response contains events, or rooms of a directory. A malformed one is then skipped without losing
    /// the others.
    var bringsEvents = false
    /// The headers in addition to the common ones.
    var headers: KeyValuePairs<String, String> = [:]
    /// Whether it concerns a room that no server can know: the ID of each real room begins with `!`
    /// (appendices, "Room IDs").
    private(set) var isAboutNoRoom = false

    /// The path without the query, for a log.
    var path: Substring { target.prefix { $0 != "?" } }

    /// Whether it may be sent again if its outcome is unknown. An upload is repeated by its caller instead.
    var isRepeatable: Bool { upload == nil && (method != .post || repeatsSafely) }

    /// - Parameters:
    ///   - root: the common prefix of all paths of an API.
    ///   - segments: the following parts of the path, unencoded: `v3`, `rooms`, `!a:example.org`.
    ///   - query: the names and values, unencoded. Names without a value are left out.
    ///   - servers: the servers that the homeserver may ask.
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
        // The second is the older name of the parameter (version 1.12 of the specification).
        let asked = ["via", "server_name"].flatMap { name in servers.map { (name, Optional($0)) } }
        let parameters = (query.map { ($0.key, $0.value) } + asked).compactMap { name, value in
            value.map { "\(name.percentEncoded)=\($0.percentEncoded)" }
        }
        target = parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    /// - Parameters:
    ///   - mediaPath: the path after `/_matrix/media`, as in `v3/upload`, percent-encoded.
    ///   - name: the name of the file, unencoded.
    init(_ method: Method, mediaPath: String, fileName name: String? = nil) {
        self.method = method
        target = "/_matrix/media/\(mediaPath)" + (name.map { "?filename=\($0.percentEncoded)" } ?? "")
    }
}

extension MatrixError {
    /// Returns the error without secrets that the server repeats. Its message is shown and stored.
    func hiding(_ secrets: [String]) -> MatrixError {
        let secrets = secrets.filter { !$0.isEmpty }
        let hide = { (text: String) in secrets.reduce(text) { $0.replacing($1, with: "…") } }
        return MatrixError(Code(rawValue: hide(code.rawValue)), hide(message), details: details)
    }
}

extension MatrixRequest {
    /// The passwords and tokens in the request's body.
    var secrets: [String] {
        let names = ["password", "token", "refresh_token"]
        return [body, body?["auth"]].flatMap { object in names.compactMap { object?[$0]?.string } }
    }
}
