package import Conversations
import GRDB

/// What this device lacks and a server may find.
extension SearchIndex {
    /// The chats of which a part is on the server alone and can be searched there: nothing is found in what is encrypted.
    nonisolated(nonsending) package func chatsWithGaps() async throws(StorageError) -> Set<String> {
        try await access.readAside { db in
            let sql = """
                SELECT DISTINCT gaps.chat_id FROM gaps JOIN chats ON chats.id = gaps.chat_id WHERE chats.is_encrypted = 0
                """
            return try Set(String.fetchAll(db.cachedStatement(sql: sql)))
        }
    }

    /// What a server found and this device doesn't have, in the same order, with the names by which people are known here.
    nonisolated(nonsending) package func hits(
        elsewhere found: [(chatID: String, message: Message)]
    ) async throws(StorageError) -> [SearchHit] {
        try await access.readAside { db in
            var here: Set<[String]> = []
            for (chatID, inChat) in Dictionary(grouping: found, by: \.chatID) {
                let reader = MessageReader(db: db)
                let known = try reader.positions(ofEventIDs: inChat.map(\.message.eventID), chatID: chatID)
                for eventID in known.keys { here.insert([chatID, eventID]) }
            }
            let given = try ContactReader(db: db).names(of: Set(found.map(\.message.sender)))
            let statement = try db.cachedStatement(
                sql: "SELECT nullif(display_name, '') FROM members WHERE chat_id = ? AND user_id = ?")
            return try found.compactMap { chatID, message in
                guard here.insert([chatID, message.eventID]).inserted else { return nil }
                let name = try String.fetchOne(statement, arguments: .whole([chatID, message.sender]))
                var hit = SearchHit(
                    chatID: chatID, placed: PlacedMessage(message: message, position: 0),
                    place: SearchReader.place(at: message.timestamp), senderName: given[message.sender] ?? name)
                hit.isElsewhere = true
                return hit
            }
        }
    }
}
