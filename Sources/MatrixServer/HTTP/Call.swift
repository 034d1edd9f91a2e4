import GRDB
import HTTPTypes
import MatrixAPI

/// One request on its way to an endpoint.
struct Call: Sendable {
    let server: Homeserver
    let target: Target
    let headers: HTTPFields
    let parameters: [String: String]
    /// `nil` on endpoints for anyone.
    let caller: Caller?
    /// On endpoints with a transaction identifier.
    let sent: SentTransaction?
    /// `{}` where the request had none.
    var body: JSONValue = .emptyObject
    /// Bytes of the body as it came.
    let bodyBytes: Int
    /// Counts the body for as long as anything is done with it.
    let share: BodyBudget.Share?
    let client: ClientPresence?
    /// Whom limits count.
    let peer: Peer

    /// Who calls, on endpoints that need an account.
    var account: Caller {
        get throws {
            guard let caller else { throw Refusal(.unauthorized, .missingToken, "An access token is needed") }
            return caller
        }
    }

    var user: String { get throws { try account.userID } }

    /// The use of a transaction identifier, on endpoints that have one and need an account.
    var transaction: SentTransaction {
        get throws {
            guard let sent else { throw Refusal.missing("transactionID") }
            return sent
        }
    }

    /// As whom downloads and reads are counted: the account, or the address where the endpoint looks at the token by itself.
    var reader: String { caller?.userID ?? "\(peer)" }

    /// Reads the database when it is the reader's turn.
    func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await server.read(for: reader, value)
    }

    /// Commits a change for the account.
    ///
    /// - Parameter weight: as how many bytes it counts beside others; `nil`: those of the body.
    func commit<Value: Sendable>(
        undoing: PendingChange.Undoing = .savepoint, weight: Int? = nil,
        _ change: @escaping @Sendable (Changes) throws -> Value
    ) async throws -> Value {
        try await server.commits.commit(
            undoing: undoing, share: PendingChange.Share(user: reader, weight: weight ?? bodyBytes), change)
    }

    /// Counts a write against the account's rates.
    ///
    /// - Parameters:
    ///   - bytes: `nil`: those of the body.
    ///   - needsDisk: whether more is kept after it than before.
    /// - Throws: 429 where the account wrote too much lately, 507 where the disk has no room for anybody.
    func admit(_ kind: WriteRates.Kind, count: Int = 1, bytes: Int? = nil, needsDisk: Bool = true) throws {
        if needsDisk, kind != .typing { try server.disk.check(leaving: server.configuration.limits.diskReserve) }
        try server.writes.take(kind, count: count, bytes: bytes ?? bodyBytes, of: try user)
    }

    /// Counts the write that the route is.
    ///
    /// - Returns: the answer where the account wrote too much lately, and all that is asked for was done by an earlier use of the
    ///   transaction identifier.
    /// - Throws: as ``admit(_:count:bytes:needsDisk:)``.
    func admit(_ route: Route) async throws -> JSONValue? {
        guard let kind = route.write else { return nil }
        do {
            if kind == .deviceMessages {
                // How many devices there are is known to the writer alone, which counts them.
                try server.disk.check(leaving: server.configuration.limits.diskReserve)
                try server.writes.check(kind, bytes: bodyBytes, of: try user)
            } else {
                try admit(kind, needsDisk: route.method != .delete)
            }
            return nil
        } catch {
            guard let sent, let answer = try await read({ try sent.answer(kind, $0) }) else { throw error }
            return answer
        }
    }

    /// A parameter of the path; the route's template has it, so that it is never missing.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    var room: String { parameter("roomID") }

    func required(_ name: String) throws -> String {
        guard let value = body[name] else { throw Refusal.missing(name) }
        guard let text = value.string else { throw Refusal.badJSON("\(name) must be a string") }
        return text
    }

    func optionalString(_ name: String) throws -> String? {
        guard let value = body[name], value != .null else { return nil }
        guard let text = value.string else { throw Refusal.badJSON("\(name) must be a string") }
        return text
    }

    /// A whole number of the query, from 0 to ``OutsideNumber/largest``: a larger one counts as that.
    ///
    /// - Throws: 400 where it is none, or negative.
    func number(_ name: String) throws -> Int? {
        guard let text = target[name] else { return nil }
        guard let value = Int(text), value >= 0 else { throw Refusal.invalid("\(name) must be a whole number") }
        return min(value, OutsideNumber.largest)
    }

    /// How many entries of a list earlier pages had, as a token of this server says; 0 without a token.
    ///
    /// - Throws: 400 where the token is none of this server.
    func offset(_ name: String, _ token: String?) throws -> Int {
        guard let token else { return 0 }
        guard let offset = Int(token), (0...OutsideNumber.largestOffset).contains(offset) else {
            throw Refusal.invalid("\(name) is no token from here")
        }
        return offset
    }

    func token(_ name: String) throws -> SyncToken? {
        guard let text = target[name], !text.isEmpty else { return nil }
        guard let token = SyncToken(text) else { throw Refusal.invalid("\(name) is no token of this server") }
        return token
    }
}
