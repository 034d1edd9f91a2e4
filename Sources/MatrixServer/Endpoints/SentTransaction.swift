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
    func perform(
        _ server: Homeserver, bodyBytes: Int = 0, undoing: PendingChange.Undoing = .savepoint,
        _ send: @escaping @Sendable (Changes) throws -> String
    ) async throws -> JSONValue {
        let since = Timestamp.now - Timestamp.day
        let eventID = try await server.commits.commit(
            undoing: undoing, share: PendingChange.Share(user: caller.userID, weight: bodyBytes)
        ) { changes in
            try EventsTable(changes.database).eventID(of: self, since: since) ?? send(changes)
        }
        return ["event_id": .string(eventID)]
    }

    /// The answer to a use of the identifier where an earlier one did all that it asks for; `nil` where none did.
    ///
    /// - Parameter kind: as what its endpoint counts.
    func answer(_ kind: WriteRates.Kind, _ database: Database) throws -> JSONValue? {
        if kind == .deviceMessages {
            return try DeviceMessagesTable(database).isComplete(key) ? .emptyObject : nil
        }
        let eventID = try EventsTable(database).eventID(of: self, since: Timestamp.now - Timestamp.day)
        return eventID.map { ["event_id": .string($0)] }
    }

    /// It is kept in the database: the first eight bytes of the SHA-256 of all parts, with U+0000 between them, which stands in none.
    static func key(_ caller: Caller, scope: String, _ transactionID: String) -> Int64 {
        let parts = [caller.userID, caller.deviceID, scope, transactionID].joined(separator: "\0")
        return SHA256.hash(data: Array(parts.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
