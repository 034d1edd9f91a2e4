import Crypto
import GRDB
import MatrixAPI

/// One use of a transaction identifier: the first makes the event, later ones get the same answer, for 24 hours
/// (client-server API, "Transaction identifiers").
struct SentTransaction: Sendable {
    let caller: Caller
    let transactionID: String
    /// By which the event is found that it made: a hash of who sends, where to, and the identifier.
    let key: Int64

    /// - Parameter scope: names the endpoint with its room, since the same identifier may be used at two of them.
    init(caller: Caller, scope: String, transactionID: String) {
        self.caller = caller
        self.transactionID = transactionID
        key = SentTransaction.key(caller, scope: scope, transactionID)
    }

    /// An event that this use makes.
    func draft(_ type: String, content: JSONValue) -> EventDraft {
        EventDraft(type, sender: caller.userID, content: content, transaction: self)
    }

    /// The event has the identifier, so that both survive or neither.
    ///
    /// - Parameter admit: counts the write. Where it throws, a use of which the event is there is answered all the same.
    func perform(
        _ server: Homeserver, undoing: PendingChange.Undoing = .savepoint, admit: () throws -> Void = {},
        _ send: @escaping @Sendable (Changes) throws -> String
    ) async throws -> JSONValue {
        let since = Timestamp.now - Timestamp.day
        do {
            try admit()
        } catch {
            guard let eventID = try await server.read({ try EventsTable($0).eventID(of: self, since: since) }) else {
                throw error
            }
            return ["event_id": .string(eventID)]
        }
        let eventID = try await server.commits.commit(undoing: undoing) { changes in
            try EventsTable(changes.database).eventID(of: self, since: since) ?? send(changes)
        }
        return ["event_id": .string(eventID)]
    }

    /// It is kept in the database: the first eight bytes of the SHA-256 of all parts, with U+0000 between them, which stands in none.
    static func key(_ caller: Caller, scope: String, _ transactionID: String) -> Int64 {
        let parts = [caller.userID, caller.deviceID, scope, transactionID].joined(separator: "\0")
        return SHA256.hash(data: Array(parts.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
