import GRDB
import HTTPTypes
import MatrixAPI

/// A request on its way to an endpoint.
struct Call: Sendable {
    let server: Homeserver
    let target: Target
    let headers: HTTPFields
    let parameters: [String: String]
    /// `nil` on endpoints for anyone.
    let caller: Caller?
    /// The use of a transaction identifier; `nil` on endpoints without one.
    let sent: SentTransaction?
    /// `{}` if the request had none.
    var body: JSONValue = .emptyObject
    /// The bytes of the body as received.
    let bodyBytes: Int
    /// The share of the budget that the body holds while it is processed.
    let share: BodyBudget.Share?
    let client: ClientPresence?
    /// The peer under which limits are counted.
    let peer: Peer

    /// The calling device, on endpoints that need an account.
    var account: Caller {
        get throws {
            guard let caller else { throw EndpointError(.unauthorized, .missingToken, "An access token is needed") }
            return caller
        }
    }

    var user: String { get throws { try account.userID } }

    /// The use of a transaction identifier, on endpoints that have one and need an account.
    var transaction: SentTransaction {
        get throws {
            guard let sent else { throw EndpointError.missing("transactionID") }
            return sent
        }
    }

    /// The name under which downloads and reads are counted: the account, or the address on endpoints that check
    /// the token themselves.
    var reader: String { caller?.userID ?? "\(peer)" }

    /// Reads the database when it is the reader's turn.
    func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await server.read(for: reader, value)
    }

    /// Commits a change for the account.
    ///
    /// - Parameter weight: The weight in bytes that it counts as beside other changes; `nil` stands for the bytes
    ///   of the body.
    func commit<Value: Sendable>(
        undoing: PendingChange.UndoMode = .savepoint, weight: Int? = nil,
        _ change: @escaping @Sendable (Changes) throws -> Value
    ) async throws -> Value {
        try await server.commits.commit(
            undoing: undoing, share: PendingChange.Share(user: reader, weight: weight ?? bodyBytes), change)
    }

    /// Counts a write against the account's rates.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that are counted; `nil` stands for the bytes of the body.
    ///   - needsDisk: Whether the write stores additional data.
    /// - Throws: 429 if the account wrote too much lately, 507 if the disk is full.
    func countWrite(_ kind: WriteRates.Kind, count: Int = 1, bytes: Int? = nil, needsDisk: Bool = true) throws {
        try server.countWrite(kind, count: count, bytes: bytes ?? bodyBytes, needsDisk: needsDisk, of: try user)
    }

    /// Counts the route's write.
    ///
    /// - Returns: The response if the account wrote too much lately, but an earlier use of the transaction identifier
    ///   completed the request.
    /// - Throws: The errors of ``countWrite(_:count:bytes:needsDisk:)``.
    func countWrite(_ route: Route) async throws -> JSONValue? {
        guard let kind = route.write else { return nil }
        do {
            if kind == .deviceMessages {
                // Only the writer knows the number of devices, and it counts them.
                try server.checkDisk()
                try server.writes.check(kind, bytes: bodyBytes, of: try user)
            } else {
                try countWrite(kind, needsDisk: route.method != .delete)
            }
            return nil
        } catch {
            guard let sent, let answer = try await read({ try sent.answer(kind, $0) }) else { throw error }
            return answer
        }
    }

    /// Returns a parameter of the path. The route's template contains it, so that it is never missing.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    var room: String { parameter("roomID") }

    func required(_ name: String) throws -> String {
        guard let value = body[name] else { throw EndpointError.missing(name) }
        guard let text = value.string else { throw EndpointError.badJSON("\(name) must be a string") }
        return text
    }

    func optionalString(_ name: String) throws -> String? {
        guard let value = body[name], value != .null else { return nil }
        guard let text = value.string else { throw EndpointError.badJSON("\(name) must be a string") }
        return text
    }

    /// Returns a whole number of the query, from 0 to ``OutsideNumber/largest``. A larger number counts as that.
    ///
    /// - Throws: 400 if it is not a whole number, or negative.
    func number(_ name: String) throws -> Int? {
        guard let text = target[name] else { return nil }
        guard let value = Int(text), value >= 0 else { throw EndpointError.invalid("\(name) must be a whole number") }
        return min(value, OutsideNumber.largest)
    }

    /// Returns the number of entries on earlier pages, from a token of this server; 0 without a token.
    ///
    /// - Throws: 400 if the token is not from this server.
    func offset(_ name: String, _ token: String?) throws -> Int {
        guard let token else { return 0 }
        guard let offset = Int(token), (0...OutsideNumber.largestOffset).contains(offset) else {
            throw EndpointError.invalid("\(name) is no token from here")
        }
        return offset
    }

    func token(_ name: String) throws -> SyncToken? {
        guard let text = target[name], !text.isEmpty else { return nil }
        guard let token = SyncToken(text) else { throw EndpointError.invalid("\(name) is no token of this server") }
        return token
    }
}
