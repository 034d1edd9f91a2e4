import Conversations
import GRDB

/// Finds the outbox lines that a timeline now shows, and takes them away, within a transaction.
struct OutboxEchoes {
    private let db: Database
    /// The chats of the lines, by transaction identifier.
    private var chats: [String: String] = [:]
    /// The lines that the server has as an event, by its identifier.
    private var sent: [String: String] = [:]

    init(db: Database) throws {
        self.db = db
        for line in try OutboxStore.lines(db) {
            chats[line.id] = line.chatID
            if case .sent(let eventID) = line.state { sent[eventID] = line.id }
        }
    }

    /// Answers with the transaction identifiers of the lines that were taken away.
    mutating func take(_ messages: [Message], chatID: String) throws -> [String] {
        guard !chats.isEmpty else { return [] }
        var taken: [String] = []
        for message in messages {
            guard let id = message.transactionID.flatMap({ chats[$0] == nil ? nil : $0 }) ?? sent[message.eventID],
                chats[id] == chatID
            else { continue }
            try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: .whole([id]))
            try LineStoryWriter(db: db).answered(id: id, eventID: message.eventID)
            chats[id] = nil
            taken.append(id)
        }
        return taken
    }
}
