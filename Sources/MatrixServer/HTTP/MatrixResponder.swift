import GRDB
import HTTPTypes
import Hummingbird
import Logging
import MatrixAPI
import NIOCore

/// Answers requests by the route table: path, method, access, body, endpoint, in this order.
struct MatrixResponder: Sendable {
    private static let largestBody = 128 * 1024
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
            return response(.ok, try await answer(request, context))
        } catch let refusal as Refusal {
            return response(refusal.status, refusal.body)
        } catch is NIOTooManyBytesError {
            // The rest of the body would be read to its end, however long: it gets two seconds to take the answer.
            let channel = context.channel
            channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
            var answer = response(.contentTooLarge, MatrixError(.tooLarge, "The body is too large").json)
            // Or the client would send its next request over a connection that is about to end.
            answer.head.headerFields[.connection] = "close"
            return answer
        } catch {
            server.logger.error("A request failed", metadata: ["error": "\(LogText.of(error))"])
            return response(.internalServerError, MatrixError(.unknown, "The server failed, try again").json)
        }
    }

    private func answer(_ request: Request, _ context: MatrixContext) async throws -> any JSONBody {
        guard let target = Target(request.head.path ?? "") else {
            throw Refusal.invalid("The path or the query is no UTF-8 in NFC, or holds U+0000")
        }
        let (route, parameters) = try table.find(request.method, target.segments)
        // The template, since what stands in its places is the client's.
        server.logger.debug("\(route.method.rawValue) /\(route.template.joined(separator: "/"))")
        let peer = peer(of: request, context)
        let caller = route.access == .anyone ? nil : try await authenticate(request, target)
        if let caller { server.knownPeers.note(peer, caller.userID) }
        try await AccessCheck(server).check(route.access, caller, parameters)
        let call = Call(
            server: server, target: target, parameters: parameters, caller: caller, body: try await body(of: request),
            client: context.connection?.presence, peer: peer)
        return try await route.answer(call)
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

    private func body(of request: Request) async throws -> JSONValue {
        guard request.method == .post || request.method == .put || request.method == .delete else {
            return .emptyObject
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > MatrixResponder.largestBody {
            throw NIOTooManyBytesError(maxBytes: MatrixResponder.largestBody)
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: MatrixResponder.largestBody)
        } catch let error as NIOTooManyBytesError {
            throw error
        } catch {
            // It is malformed or shorter than it says, and the server has not failed.
            throw Refusal(.badRequest, .notJSON, "The body broke off")
        }
        if buffer.readableBytes == 0 { return .emptyObject }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: buffer.readableBytesView, maximumDepth: MatrixResponder.deepestBody)
        } catch .tooDeep {
            throw Refusal.badJSON("The body is nested too deeply")
        } catch {
            throw Refusal(.badRequest, .notJSON, "The body is not JSON")
        }
        guard value.object != nil else { throw Refusal.badJSON("The body must be an object") }
        try BodyGate.check(value)
        return value
    }

    private func response(_ status: HTTPResponse.Status, _ body: (any JSONBody)?) -> MatrixAnswer {
        var headers: HTTPFields = [
            .accessControlAllowOrigin: "*",
            .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
            .accessControlAllowHeaders: "X-Requested-With, Content-Type, Authorization",
        ]
        guard let body else { return MatrixAnswer(status, headers, nil) }
        headers[.contentType] = "application/json"
        if status == .tooManyRequests, let wait = (body as? JSONValue)?["retry_after_ms"]?.integer {
            headers[.retryAfter] = String((wait + 999) / 1000)
        }
        return MatrixAnswer(status, headers, ByteBuffer(bytes: body.serialized))
    }
}

extension HTTPField.Name {
    /// By which proxies say for whom they ask. The literal is a valid name.
    fileprivate static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
