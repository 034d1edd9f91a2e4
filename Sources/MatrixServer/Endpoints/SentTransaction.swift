import GRDB
import MatrixAPI

/// One use of a transaction identifier: the first makes the event, later ones get the same answer
/// (client-server API, "Transaction identifiers").
struct SentTransaction: Sendable {
    let caller: Caller
    let scope: String
    let transactionID: String

    /// The answer is stored in the transaction of the event, so that both survive or neither.
    func perform(
        _ server: Homeserver, _ send: @escaping @Sendable (Changes) throws -> String
    ) async throws -> JSONValue {
        let eventID = try await server.commits.commit { changes in
            let transactions = TransactionsTable(changes.database)
            if let known = try transactions.eventID(caller, scope: scope, transaction: transactionID) { return known }
            let eventID = try send(changes)
            try transactions.insert(caller, scope: scope, transaction: transactionID, eventID: eventID)
            return eventID
        }
        return ["event_id": .string(eventID)]
    }
}
