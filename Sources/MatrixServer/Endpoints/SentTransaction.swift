import Crypto
import GRDB
import MatrixAPI

/// A request with a transaction identifier. The first request with it creates the event. Later ones get the same
/// response, for 24 hours (client-server API, "Transaction identifiers").
struct SentTransaction: Sendable {
    let caller: Caller
    let transactionID: String
    /// The key under which the resulting event is found: a hash of the sender, the scope and the identifier.
    let key: Int64

    /// - Parameter scope: The endpoint with its room, since the same identifier may be used at two of them.
    init(caller: Caller, scope: String, transactionID: String) {
        self.caller = caller
        self.transactionID = transactionID
        key = SentTransaction.key(caller, scope: scope, transactionID)
    }

    /// Returns a draft of the event that this request sends. It is stored with the transaction identifier.
    func draft(_ type: String, content: JSONValue) -> EventDraft {
        EventDraft(type, sender: caller.userID, content: content, transaction: self)
    }

    /// Sends the event and returns its identifier. The event is stored with the transaction identifier, so that
    /// both survive or neither.
    func perform(
        _ server: Homeserver, bodyBytes: Int = 0, undoing: PendingChange.UndoMode = .savepoint,
        _ send: @escaping @Sendable (Changes) throws -> String
    ) async throws -> JSONValue {
        let eventID = try await server.commits.commit(
            undoing: undoing, share: PendingChange.Share(user: caller.userID, weight: bodyBytes)
        ) { changes in
            try earlierEvent(changes.database) ?? send(changes)
        }
        return Self.answer(eventID)
    }

    /// Returns the response if an earlier use of the identifier completed the request; `nil` if none did.
    ///
    /// - Parameter kind: The kind that the endpoint counts as.
    func answer(_ kind: WriteRates.Kind, _ database: Database) throws -> JSONValue? {
        if kind == .deviceMessages {
            return try DeviceMessagesTable(database).isComplete(key) ? .emptyObject : nil
        }
        return try earlierEvent(database).map(Self.answer)
    }

    private func earlierEvent(_ database: Database) throws -> String? {
        try EventsTable(database).eventID(of: self, since: Timestamp.now - Timestamp.day)
    }

    private static func answer(_ eventID: String) -> JSONValue { ["event_id": .string(eventID)] }

    /// Returns the key, which is stored in the database. It is the first eight bytes of the SHA-256 of all parts,
    /// separated by U+0000, which no part contains.
    static func key(_ caller: Caller, scope: String, _ transactionID: String) -> Int64 {
        let parts = [caller.userID, caller.deviceID, scope, transactionID].joined(separator: "\0")
        return SHA256.hash(data: Array(parts.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
