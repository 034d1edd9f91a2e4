import HTTPTypes
import MatrixAPI

/// One row of the route table.
struct Route: Sendable {
    enum Handler: Sendable {
        case body(@Sendable (Call) async throws -> any JSONBody)
        /// It may be long until there is anything to say.
        case poll(@Sendable (Call) async throws -> SyncPoll)
        /// The body is a file, and comes as the endpoint takes it.
        case upload(@Sendable (Call, UploadBody) async throws -> any JSONBody)
        case file(@Sendable (Call) async throws -> FileAnswer)
    }

    /// Whether an endpoint reads a JSON body.
    enum BodyUse: Sendable {
        /// It has none: whatever a client sends is ignored.
        case ignored
        /// All that it may hold is optional: an empty one and `null` are the same as `{}`.
        case optional
        /// It must be an object.
        case required
    }

    let method: HTTPRequest.Method
    /// Segments; one in braces is a parameter, and `v3` also stands for `r0`, its name before version 1.1.
    let template: [String]
    let access: Access
    let handler: Handler
    /// In bytes.
    private(set) var largestBody = 128 << 10
    private(set) var bodyUse = BodyUse.required
    /// As what its calls count against the rates of their account; `nil` where they write nothing, or have limits of their own.
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

    /// The same with bodies in which clients send many keys or messages at once: hundreds of about 1,300 bytes.
    var forMany: Route {
        var route = self
        route.largestBody = 512 << 10
        return route
    }

    /// The same for an endpoint that has no body.
    var withoutBody: Route { with(.ignored) }

    /// The same for an endpoint whose body has nothing but optional members.
    var withOptionalBody: Route { with(.optional) }

    private func with(_ use: BodyUse) -> Route {
        var route = self
        route.bodyUse = use
        return route
    }

    /// The same, counted before its body is parsed: a write that is refused costs little.
    func writing(_ kind: WriteRates.Kind) -> Route {
        var route = self
        route.write = kind
        return route
    }

    /// Where a transaction identifier counts: the path from its room, or else its endpoint, up to the identifier. `nil` where there
    /// is none.
    func transactionScope(_ parameters: [String: String]) -> String? {
        guard template.last == "{transactionID}", let version = template.firstIndex(of: "v3") else { return nil }
        var segments = template[(version + 1)...].dropLast()
        if segments.first == "rooms" { segments = segments.dropFirst() }
        return segments.map { segment in
            segment.hasPrefix("{") ? parameters[String(segment.dropFirst().dropLast())] ?? "" : segment
        }.joined(separator: "/")
    }

    /// - Returns: the parameters, or `nil` where the path is another.
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
