import HTTPTypes
import Logging
import MatrixAPI

/// A client's request over the stream (protocol, "The stream"). It can't send events, since a transaction identifier
/// is scoped to one endpoint.
struct StreamRequest: Sendable {
    private let method: String
    private let parameters: JSONValue
    private let caller: Caller
    private let server: Homeserver

    init(_ method: String, _ parameters: JSONValue, _ caller: Caller, _ server: Homeserver) {
        self.method = method
        self.parameters = parameters
        self.caller = caller
        self.server = server
    }

    /// Returns the response without its `id`.
    func answer() async -> JSONValue {
        do {
            try BodyGate.check(parameters)
            switch method {
            case "ping": break
            case "typing": try await type()
            case "receipt": try await mark()
            case "taken": try await forget()
            default: throw EndpointError(.notFound, .unrecognized, "There is no method \(method)")
            }
            return ["result": [:]]
        } catch let refusal as EndpointError {
            return ["error": refusal.body]
        } catch {
            server.logger.error("A stream request failed", metadata: ["error": "\(LogText.of(error))"])
            return ["error": EndpointError.failure(error).body]
        }
    }

    private func type() async throws {
        let room = try await joinedRoom()
        guard let isTyping = parameters["typing"]?.bool else { throw EndpointError.missing("typing") }
        try server.countWrite(.typing, of: caller.userID)
        try await TypingEndpoint.set(
            isTyping, milliseconds: parameters["timeout"]?.integer ?? 30_000, in: room, caller.userID, server)
    }

    private func mark() async throws {
        let room = try await joinedRoom()
        guard let event = parameters["event_id"]?.string else { throw EndpointError.missing("event_id") }
        try server.countWrite(.receipts, of: caller.userID)
        try await ReceiptEndpoint.mark(
            parameters["receipt_type"]?.string ?? "m.read", event, in: room,
            thread: parameters["thread_id"]?.string ?? "", caller.userID, server)
    }

    /// Confirms that the client has everything up to an update, as a request with its token as `since` does without
    /// a stream.
    private func forget() async throws {
        guard let text = parameters["next_batch"]?.string else { throw EndpointError.missing("next_batch") }
        guard let token = SyncToken(text) else { throw EndpointError.invalid("next_batch is no token of this server") }
        try await server.forgetTaken(by: caller, upTo: token)
    }

    private func joinedRoom() async throws -> String {
        guard let room = parameters["room_id"]?.string else { throw EndpointError.missing("room_id") }
        try await AccessCheck(server).check(.member, caller, ["roomID": room])
        return room
    }
}
