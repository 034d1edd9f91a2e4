import HTTPTypes
import Hummingbird
import Logging
import MatrixAPI
import NIOCore

/// Answers requests by the route table: path, method, access, body, endpoint, in this order.
struct MatrixResponder: Sendable {
    /// The maximum nesting of a body: two levels more than an event's content may have, for bodies that contain
    /// such contents.
    private static let deepestBody = 80

    /// The maximum in bytes of a short body. The bodies of an account above this are parsed one at a time, so that
    /// they don't occupy all processors.
    private static let shortBody = 32 << 10

    private let server: Homeserver
    private let table: RouteTable

    init(_ server: Homeserver) {
        self.server = server
        table = RouteTable()
    }

    func respond(to request: Request, context: MatrixContext) async -> MatrixResponse {
        if request.method == .options { return response(.noContent, nil) }
        do {
            let routed = try RoutedRequest(request, context, table)
            // The template is logged, since the client chooses the values of its parameters.
            server.logger.debug("\(request.method.rawValue) /\(routed.route.template.joined(separator: "/"))")
            switch routed.route.handler {
            case .body(let answer):
                var (call, bytes) = try await callWithBody(routed)
                if let known = try await call.countWrite(routed.route) { return response(.ok, known) }
                call.body = try await parsed(bytes, routed.route, for: call.reader)
                return response(.ok, try await answer(call))
            case .file(let answer): return response(try await answer(call(routed)))
            case .upload(let take): return try await upload(routed, take)
            case .poll(let begin):
                // The work until the response is available runs in a task that ends.
                let body = try await withCheckedThrowingContinuation { (answer: SyncPoll.Answer) in
                    Task {
                        do {
                            try await begin(call(routed)).begin(answer)
                        } catch {
                            answer.resume(throwing: error)
                        }
                    }
                }
                return response(.ok, body)
            }
        } catch let refusal as EndpointError {
            return response(refusal.status, refusal.body, refusal.headers)
        } catch is NIOTooManyBytesError {
            return last(.tooLarge("The body is too large"), context)
        } catch {
            let refusal = failure(error)
            return response(refusal.status, refusal.body)
        }
    }

    private func upload(
        _ routed: RoutedRequest, _ take: (Call, UploadBody) async throws -> any JSONBody
    ) async throws -> MatrixResponse {
        let body = UploadBody(routed.request)
        do {
            return response(.ok, try await take(call(routed), body))
        } catch {
            let refusal = error as? EndpointError ?? failure(error)
            if body.isAtEnd { throw refusal }
            return last(refusal, routed.context)
        }
    }

    private func failure(_ error: any Error) -> EndpointError {
        server.logger.error("A request failed", metadata: ["error": "\(LogText.of(error))"])
        return .failure(error)
    }

    /// Refuses a request whose body is still being sent.
    private func last(_ refusal: EndpointError, _ context: MatrixContext) -> MatrixResponse {
        // Otherwise the remaining body would be read to its end, however long. The client gets two seconds to read the
        // response.
        let channel = context.channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        // Otherwise the client would send its next request over a connection that is about to end.
        return response(refusal.status, refusal.body, [.connection: "close"])
    }

    /// Returns the call of a request without a body, or with a body that is left to its endpoint.
    private func call(_ routed: RoutedRequest) async throws -> Call {
        let (caller, peer) = try await caller(of: routed)
        return call(routed, caller, peer)
    }

    /// - Returns: The call without its body, and the body as received.
    private func callWithBody(_ routed: RoutedRequest) async throws -> (call: Call, bytes: ByteBuffer) {
        let (caller, peer) = try await caller(of: routed)
        // The bodies of requests without an account are bounded only by the number of connections.
        let largest = routed.route.largestBody
        let share = try caller.flatMap { caller in
            try server.bodies.reserve(size(of: routed.request, upTo: largest), of: caller.userID)
        }
        let bytes = try await body(of: routed.request, routed.route, upTo: largest)
        return (call(routed, caller, peer, bodyBytes: bytes.readableBytes, share), bytes)
    }

    private func call(
        _ routed: RoutedRequest, _ caller: Caller?, _ peer: Peer, bodyBytes: Int = 0, _ share: BodyBudget.Share? = nil
    ) -> Call {
        let sent = caller.flatMap { caller in
            routed.route.transactionScope(routed.parameters).map { scope in
                SentTransaction(
                    caller: caller, scope: scope, transactionID: routed.parameters["transactionID"] ?? "")
            }
        }
        return Call(
            server: server, target: routed.target, headers: routed.request.headers, parameters: routed.parameters,
            caller: caller, sent: sent, bodyBytes: bodyBytes, share: share,
            client: routed.context.connection?.presence, peer: peer)
    }

    /// Returns the caller after checking their access.
    private func caller(of routed: RoutedRequest) async throws -> (caller: Caller?, peer: Peer) {
        let peer = peer(of: routed.request, routed.context)
        let access = routed.route.access
        let caller = access == .anyone ? nil : try await authenticate(routed.request, routed.target)
        if let caller {
            server.knownPeers.record(peer, caller.userID)
            try await server.see(caller)
        }
        try await AccessCheck(server).check(access, caller, routed.parameters)
        return (caller, peer)
    }

    /// Returns the size of the body in bytes from the head; if that gives none, the maximum.
    private func size(of request: Request, upTo largest: Int) throws -> Int {
        guard hasBody(request) else { return 0 }
        guard let length = request.headers[.contentLength].flatMap(Int.init) else { return largest }
        guard length <= largest else { throw NIOTooManyBytesError(maxBytes: largest) }
        return max(0, length)
    }

    /// Returns the peer that sent the request, from the proxy's header if it came through the proxy.
    private func peer(of request: Request, _ context: MatrixContext) -> Peer {
        let peer = context.connection?.peer ?? .unknown
        guard let proxy = server.configuration.proxy, proxy.isAt(peer) else { return peer }
        // The proxy itself added the last address; those before it are unverified.
        let forwarded = request.headers[values: .forwardedFor].last?.split(separator: ",").last
        return forwarded.flatMap { Peer($0.filter { !$0.isWhitespace }) } ?? peer
    }

    private func authenticate(_ request: Request, _ target: Target) async throws -> Caller {
        guard let token = BearerToken.find(request.headers[.authorization], target) else {
            throw EndpointError(.unauthorized, .missingToken, "An access token is needed")
        }
        return try await server.caller(token: token)
    }

    private func hasBody(_ request: Request) -> Bool {
        request.method == .post || request.method == .put || request.method == .delete
    }

    /// - Returns: An empty body if the endpoint ignores its body.
    private func body(of request: Request, _ route: Route, upTo largest: Int) async throws -> ByteBuffer {
        guard hasBody(request) else { return ByteBuffer() }
        if let length = request.headers[.contentLength], Int(length) ?? .max > largest {
            throw NIOTooManyBytesError(maxBytes: largest)
        }
        do {
            let bytes = try await request.body.collect(upTo: largest)
            return route.bodyUse == .ignored ? ByteBuffer() : bytes
        } catch let error as NIOTooManyBytesError {
            throw error
        } catch {
            // The body is malformed or shorter than its stated length, which is not a failure of the server.
            throw EndpointError(.badRequest, .notJSON, "The body broke off")
        }
    }

    private func parsed(_ bytes: ByteBuffer, _ route: Route, for sender: String) async throws -> JSONValue {
        if bytes.readableBytes <= Self.shortBody { return try parse(bytes, route) }
        return try await server.longBodies.run(for: sender) { try parse(bytes, route) }
    }

    private func parse(_ bytes: ByteBuffer, _ route: Route) throws -> JSONValue {
        if bytes.readableBytes == 0 { return .emptyObject }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes.readableBytesView, maximumDepth: MatrixResponder.deepestBody)
        } catch .tooDeep {
            throw EndpointError.badJSON("The body is nested too deeply")
        } catch {
            throw EndpointError(.badRequest, .notJSON, "The body is not JSON")
        }
        if value == .null, route.bodyUse == .optional { return .emptyObject }
        guard value.isObject else { throw EndpointError.badJSON("The body must be an object") }
        try BodyGate.check(value)
        return value
    }

    private func response(
        _ status: HTTPResponse.Status, _ body: (any JSONBody)?, _ more: HTTPFields = [:]
    ) -> MatrixResponse {
        var headers = MatrixResponder.crossOrigin
        headers.append(contentsOf: more)
        guard let body else { return MatrixResponse(status, headers, nil) }
        headers[.contentType] = "application/json"
        if status == .tooManyRequests || status == .serviceUnavailable,
            let wait = (body as? JSONValue)?["retry_after_ms"]?.integer
        {
            headers[.retryAfter] = String((wait + 999) / 1000)
        }
        return body.answer(status, headers)
    }

    private func response(_ answer: FileResponse) -> MatrixResponse {
        var headers = MatrixResponder.crossOrigin
        headers.append(contentsOf: answer.headers)
        return MatrixResponse(answer.status, headers, answer.file, answer.range)
    }

    /// The headers for cross-origin requests (client-server API, "Web Browser Clients").
    private static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: "X-Requested-With, Content-Type, Authorization",
    ]
}

extension HTTPField.Name {
    /// The header in which proxies report the client's address. The literal is a valid name.
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}

/// A request whose path is in the route table.
struct RoutedRequest: Sendable {
    let request: Request
    let context: MatrixContext
    let target: Target
    let route: Route
    let parameters: [String: String]

    init(_ request: Request, _ context: MatrixContext, _ table: RouteTable) throws(EndpointError) {
        guard let target = Target(request.head.path ?? "") else {
            throw EndpointError.invalid("The path or the query is no UTF-8 in NFC, or holds U+0000")
        }
        self.request = request
        self.context = context
        self.target = target
        (route, parameters) = try table.find(request.method, target.segments)
    }
}
