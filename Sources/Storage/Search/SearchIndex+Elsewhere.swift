package import Conversations
import GRDB

/// Searches on servers for messages that this device lacks, and reads the context of results.
extension SearchIndex {
    /// Returns the chats with messages that are only on the server and can be searched there. Encrypted chats can't
    /// be searched on a server.
    nonisolated(nonsending) package func chatsWithGaps() async throws(StorageError) -> Set<String> {
        try await access.readAside { db in
            let sql = """
                SELECT DISTINCT gaps.chat_id FROM gaps JOIN chats ON chats.id = gaps.chat_id WHERE chats.is_encrypted = 0
                """
            return try Set(db.all(sql, as: String.self))
        }
    }

    /// Returns the newest gap of each chat. It has the token that requests the missing messages, and the time of the
    /// oldest stored message after the gap, in milliseconds since 1970. Chats without gaps are left out.
    nonisolated(nonsending) package func newestGaps(
        of chatIDs: Set<String>
    ) async throws(StorageError) -> [(chatID: String, token: String, timestamp: Int64)] {
        try await access.readAside { db in
            let reader = MessageReader(db: db)
            return try chatIDs.sorted().compactMap { chatID in
                guard let gap = try reader.newestGap(chatID: chatID, upTo: .max) else { return nil }
                let after = try reader.window(chatID: chatID, after: gap.anchor - 1, limit: 1).messages.first
                return (chatID, gap.token, after?.message.timestamp ?? .max)
            }
        }
    }

    /// Returns the messages that a server found and this device doesn't have, in the same order.
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
            let missing = found.filter { here.insert([$0.chatID, $0.message.eventID]).inserted }
            return try SearchSource(db: db).named(missing).map { hit in
                var hit = hit
                hit.isElsewhere = true
                return hit
            }
        }
    }

    /// Adds the known names of people to messages.
    nonisolated(nonsending) package func named(
        _ messages: [(chatID: String, message: Message)]
    ) async throws(StorageError) -> [SearchHit] {
        try await access.readAside { try SearchSource(db: $0).named(messages) }
    }

    /// Returns the messages around a result, including itself, in the order of the chat or of its thread.
    nonisolated(nonsending) package func around(
        _ hit: SearchHit, limit: Int
    ) async throws(StorageError) -> [SearchHit] {
        try await access.readAside { db in
            let reader = MessageReader(db: db, threadID: hit.message.standsInThread ? hit.message.threadID : nil)
            let window = try reader.window(chatID: hit.chatID, around: hit.message.eventID, limit: limit)
            let said = window?.messages.map(\.message).filter { $0.kind.countsAsUnread && !$0.isRemoved } ?? []
            return try SearchSource(db: db).named(said.map { (hit.chatID, $0) })
        }
    }
}

extension SearchSource {
    /// Leaves out messages of ignored people, which both servers and timeline windows include.
    fileprivate func named(_ found: [(chatID: String, message: Message)]) throws -> [SearchHit] {
        let ignored = Set(try db.all("SELECT user_id FROM ignored_people", as: String.self))
        let messages = found.filter { !ignored.contains($0.message.sender) }
        let given = try ContactReader(db: db).names(of: Set(messages.map(\.message.sender)))
        let sql = "SELECT nullif(display_name, '') FROM members WHERE chat_id = ? AND user_id = ?"
        return try messages.map { chatID, message in
            let name = try db.value(sql, [chatID, message.sender], as: String.self)
            return SearchHit(
                chatID: chatID, placed: PlacedMessage(message: message, position: 0),
                place: SearchReader.place(at: message.timestamp), senderName: given[message.sender] ?? name)
        }
    }
}
