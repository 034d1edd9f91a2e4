import GRDB
import HTTPTypes
import Hummingbird
import Logging
import MatrixAPI
import NIOCore

/// Answers requests by the route table: path, method, access, body, endpoint, in this order.
struct MatrixResponder: Sendable {
    /// Two levels more than an event's content may have, for bodies that hold such contents.
    private static let deepestBody = 80

    private let server: Homeserver
    private let table: RouteTable

    init(_ server: Homeserver) {
        self.server = server
        table = RouteTable()
    }

    func respond(to request: Request, context: MatrixContext) async -> MatrixAnswer {
        if request.method == .options { return response(.noContent, nil) }
        do {
            let routed = try RoutedRequest(request, context, table)
            // The template, since what stands in its places is the client's.
            server.logger.debug("\(request.method.rawValue) /\(routed.route.template.joined(separator: "/"))")
            switch routed.route.handler {
            case .body(let answer): return response(.ok, try await answer(call(routed)))
            case .file(let answer): return response(try await answer(call(routed)))
            case .upload(let take): return try await upload(routed, take)
            case .poll(let begin):
                // What is done until the answer is there, a task does that ends.
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
        } catch let refusal as Refusal {
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
    ) async throws -> MatrixAnswer {
        let body = UploadBody(routed.request)
        do {
            return response(.ok, try await take(call(routed, readsBody: false), body))
        } catch {
            let refusal = error as? Refusal ?? failure(error)
            if body.isAtEnd { throw refusal }
            return last(refusal, routed.context)
        }
    }

    private func failure(_ error: any Error) -> Refusal {
        server.logger.error("A request failed", metadata: ["error": "\(LogText.of(error))"])
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_FULL { return FileFailure.diskFull }
        return Refusal(.internalServerError, .unknown, "The server failed, try again")
    }

    /// Refuses a request of which there is more to come.
    private func last(_ refusal: Refusal, _ context: MatrixContext) -> MatrixAnswer {
        // The rest of the body would be read to its end, however long: it gets two seconds to take the answer.
        let channel = context.channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        // Or the client would send its next request over a connection that is about to end.
        return response(refusal.status, refusal.body, [.connection: "close"])
    }

    private func call(_ routed: RoutedRequest, readsBody: Bool = true) async throws -> Call {
        let (request, context) = (routed.request, routed.context)
        let peer = peer(of: request, context)
        let access = routed.route.access
        let caller = access == .anyone ? nil : try await authenticate(request, routed.target)
        if let caller {
            server.knownPeers.note(peer, caller.userID)
            try await server.see(caller)
        }
        try await AccessCheck(server).check(access, caller, routed.parameters)
        // Bodies of requests without an account are bounded by the number of connections alone.
        let largest = routed.route.largestBody
        let share = try caller.flatMap { caller in
            readsBody ? try server.bodies.hold(size(of: request, upTo: largest), of: caller.userID) : nil
        }
        let (body, bytes) =
            readsBody ? try await body(of: request, routed.route, upTo: largest) : (.emptyObject, 0)
        let call = Call(
            server: server, target: routed.target, headers: request.headers, parameters: routed.parameters,
            caller: caller, body: body, bodyBytes: bytes, share: share, client: context.connection?.presence,
            peer: peer)
        if let kind = routed.route.write, !routed.route.hasTransaction {
            try call.admit(kind, needsDisk: request.method != .delete)
        }
        return call
    }

    /// In bytes, as the body's head says; where it doesn't, the most that it may have.
    private func size(of request: Request, upTo largest: Int) throws -> Int {
        guard hasBody(request) else { return 0 }
        guard let length = request.headers[.contentLength].flatMap(Int.init) else { return largest }
        guard length <= largest else { throw NIOTooManyBytesError(maxBytes: largest) }
        return max(0, length)
    }

    /// Who asks, as the proxy says where the request comes through it.
    private func peer(of request: Request, _ context: MatrixContext) -> Peer {
        let peer = context.connection?.peer ?? .unknown
        guard let proxy = server.configuration.proxy, proxy.isAt(peer) else { return peer }
        // The last one is what the proxy itself saw; those before it are what it was told.
        let forwarded = request.headers[values: .forwardedFor].last?.split(separator: ",").last
        return forwarded.flatMap { Peer($0.filter { !$0.isWhitespace }) } ?? peer
    }

    private func authenticate(_ request: Request, _ target: Target) async throws -> Caller {
        guard let token = BearerToken.find(request.headers[.authorization], target) else {
            throw Refusal(.unauthorized, .missingToken, "An access token is needed")
        }
        return try await server.caller(token: token)
    }

    private func hasBody(_ request: Request) -> Bool {
        request.method == .post || request.method == .put || request.method == .delete
    }

    private func body(
        of request: Request, _ route: Route, upTo largest: Int
    ) async throws -> (value: JSONValue, bytes: Int) {
        guard hasBody(request) else { return (.emptyObject, 0) }
        if let length = request.headers[.contentLength], Int(length) ?? .max > largest {
            throw NIOTooManyBytesError(maxBytes: largest)
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: largest)
        } catch let error as NIOTooManyBytesError {
            throw error
        } catch {
            // It is malformed or shorter than it says, and the server has not failed.
            throw Refusal(.badRequest, .notJSON, "The body broke off")
        }
        if buffer.readableBytes == 0 || route.bodyUse == .ignored { return (.emptyObject, 0) }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: buffer.readableBytesView, maximumDepth: MatrixResponder.deepestBody)
        } catch .tooDeep {
            throw Refusal.badJSON("The body is nested too deeply")
        } catch {
            throw Refusal(.badRequest, .notJSON, "The body is not JSON")
        }
        if value == .null, route.bodyUse == .optional { return (.emptyObject, 0) }
        guard value.object != nil else { throw Refusal.badJSON("The body must be an object") }
        try BodyGate.check(value)
        return (value, buffer.readableBytes)
    }

    private func response(
        _ status: HTTPResponse.Status, _ body: (any JSONBody)?, _ more: HTTPFields = [:]
    ) -> MatrixAnswer {
        var headers = MatrixResponder.crossOrigin
        headers.append(contentsOf: more)
        guard let body else { return MatrixAnswer(status, headers, nil) }
        headers[.contentType] = "application/json"
        if status == .tooManyRequests || status == .serviceUnavailable,
            let wait = (body as? JSONValue)?["retry_after_ms"]?.integer
        {
            headers[.retryAfter] = String((wait + 999) / 1000)
        }
        return body.answer(status, headers)
    }

    private func response(_ answer: FileAnswer) -> MatrixAnswer {
        var headers = MatrixResponder.crossOrigin
        headers.append(contentsOf: answer.headers)
        return MatrixAnswer(answer.status, headers, answer.file, answer.range)
    }

    /// Client-server API, "Web Browser Clients".
    private static let crossOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: "X-Requested-With, Content-Type, Authorization",
    ]
}

extension HTTPField.Name {
    /// By which proxies say for whom they ask. The literal is a valid name.
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
