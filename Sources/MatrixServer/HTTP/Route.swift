import HTTPTypes
import MatrixAPI

/// A row of the route table.
struct Route: Sendable {
    enum Handler: Sendable {
        case body(@Sendable (Call) async throws -> any JSONBody)
        /// The response may take long to become available.
        case poll(@Sendable (Call) async throws -> SyncPoll)
        /// The body is a file, which the endpoint reads as it arrives.
        case upload(@Sendable (Call, UploadBody) async throws -> any JSONBody)
        case file(@Sendable (Call) async throws -> FileResponse)
    }

    /// The way in which an endpoint uses a JSON body.
    enum BodyUse: Sendable {
        /// The endpoint has no body: any that a client sends is ignored.
        case ignored
        /// All members are optional: an empty body and `null` are the same as `{}`.
        case optional
        /// The body must be an object.
        case required
    }

    let method: HTTPRequest.Method
    /// The segments of the path. A segment in braces is a parameter, and `v3` also matches `r0`, its name before
    /// version 1.1.
    let template: [String]
    let access: Access
    let handler: Handler
    /// The maximum in bytes.
    private(set) var largestBody = 128 << 10
    private(set) var bodyUse = BodyUse.required
    /// The kind that calls count as against the rates of their account. It is `nil` if they write nothing, or have
    /// separate limits.
    private(set) var write: WriteRates.Kind?

    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access,
        _ answer: @escaping @Sendable (Call) async throws -> any JSONBody
    ) {
        self.init(method, path, access, .body(answer))
    }

    init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, _ handler: Handler) {
        self.method = method
        let full = path.hasPrefix("/") ? String(path.dropFirst()) : "_matrix/client/" + path
        template = full.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        self.access = access
        self.handler = handler
        if method == .get { bodyUse = .ignored }
    }

    /// The same route for bodies in which clients send many keys or messages at once: hundreds of about 1,300 bytes.
    var forMany: Route {
        var route = self
        route.largestBody = 512 << 10
        return route
    }

    /// The same route for an endpoint without a body.
    var withoutBody: Route { with(.ignored) }

    /// The same route for an endpoint whose body has only optional members.
    var withOptionalBody: Route { with(.optional) }

    private func with(_ use: BodyUse) -> Route {
        var route = self
        route.bodyUse = use
        return route
    }

    /// Returns the same route, counted against the rates before its body is parsed, so that a refused write costs
    /// little.
    func writing(_ kind: WriteRates.Kind) -> Route {
        var route = self
        route.write = kind
        return route
    }

    /// Returns the scope of a transaction identifier: the path from its room, or else its endpoint, up to the
    /// identifier. It is `nil` if the route has none.
    func transactionScope(_ parameters: [String: String]) -> String? {
        guard template.last == "{transactionID}", let version = template.firstIndex(of: "v3") else { return nil }
        var segments = template[(version + 1)...].dropLast()
        if segments.first == "rooms" { segments = segments.dropFirst() }
        return segments.map { segment in
            segment.hasPrefix("{") ? parameters[String(segment.dropFirst().dropLast())] ?? "" : segment
        }.joined(separator: "/")
    }

    /// - Returns: The parameters, or `nil` if the path doesn't match.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == template.count else { return nil }
        var parameters: [String: String] = [:]
        for (expected, segment) in zip(template, segments) {
            if expected.hasPrefix("{") {
                parameters[String(expected.dropFirst().dropLast())] = segment
            } else if expected != segment, !(expected == "v3" && segment == "r0") {
                return nil
            }
        }
        return parameters
    }
}
