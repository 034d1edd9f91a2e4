import Conversations
import GRDB
import SearchWords

/// Reads messages for the search index from the profile's database, and removes indexed ones from the queue.
struct SearchSource {
    let db: Database

    /// Returns the identifier of the database.
    func origin() throws -> String {
        try db.value("SELECT id FROM search_origin", as: String.self) ?? ""
    }

    /// - Parameter begun: the ID before which older messages are not indexed yet; `nil` if all are.
    func slice(before begun: Int64?, limit: Int) throws -> SearchSlice {
        var queued = try queued(limit: limit)
        queued.isComplete = begun == nil && !queued.isCut && queued.entries.count < limit
        guard queued.entries.isEmpty, let begun else { return queued }
        let sql = """
            SELECT 0, messages.id, \(Self.columns) FROM messages \(Self.joined) WHERE messages.id < ?
            ORDER BY messages.id DESC LIMIT ?
            """
        var slice = try self.slice(sql, [begun, limit])
        slice.isLast = !slice.isCut && slice.entries.count < limit
        slice.nextID = slice.isLast ? nil : slice.entries.last?.messageID
        slice.lastPlace = nil
        return slice
    }

    private func queued(limit: Int) throws -> SearchSlice {
        let sql = """
            SELECT search_queue.place, search_queue.message_id, \(Self.columns) FROM search_queue
            LEFT JOIN messages ON messages.id = search_queue.message_id \(Self.joined)
            ORDER BY search_queue.place LIMIT ?
            """
        return try slice(sql, [limit])
    }

    /// Visits the queued messages and those before an ID, in no particular order.
    func each(before begun: Int64?, _ body: (SearchSlice.Entry) throws -> Void) throws {
        let sql = """
            SELECT messages.id, \(Self.columns) FROM messages \(Self.joined)
            WHERE messages.id < ?1 OR messages.id IN (SELECT message_id FROM search_queue)
            """
        try db.each(sql, [begun ?? .min]) { try body(SearchSlice.Entry(messageID: $0[0], row: $0, at: 1)) }
    }

    /// Returns the messages whose index entries are outdated or missing.
    func queued(of messageIDs: [Int64]) throws -> Set<Int64> {
        let sql = "SELECT 1 FROM search_queue WHERE message_id = ?"
        return Set(try messageIDs.filter { try db.value(sql, [$0], as: Int.self) != nil })
    }

    private func slice(_ sql: String, _ values: [(any StatementValue)?]) throws -> SearchSlice {
        var slice = SearchSlice()
        var bytes = 0
        try db.visit(sql, values) { row in
            guard bytes < SearchSlice.mostBytes else {
                slice.isCut = true
                return .stop
            }
            let entry = SearchSlice.Entry(messageID: row[1], row: row, at: 2)
            bytes += entry.words?.utf8.count ?? 0
            slice.lastPlace = row[0]
            slice.entries.append(entry)
            return .next
        }
        return slice
    }

    func drop(upTo place: Int64) throws {
        try db.run("DELETE FROM search_queue WHERE place <= ?", [place])
    }

    func keys(of chatIDs: Set<String>) throws -> [Int64] {
        let sql = "SELECT key FROM chat_keys WHERE chat_id IN (SELECT value FROM json_each(?))"
        return try db.all(sql, [IdentifierList(chatIDs)], as: Int64.self)
    }

    /// Checks each sender of a chat once, because many results may share a sender.
    private func markSharedNames(_ hits: inout [SearchHit]) throws {
        let sql = "SELECT \(ChatMember.isNameShared(by: "?2", in: "?1"))"
        var known: [[String]: Bool] = [:]
        for index in hits.indices {
            let person = [hits[index].chatID, hits[index].placed.message.sender]
            let isShared =
                try known[person] ?? db.value(sql, [person[0], person[1]], as: Bool.self) ?? false
            known[person] = isShared
            hits[index].isSenderNameShared = isShared
        }
    }

    /// - Returns: the results in the order of the places, without removed messages and those of ignored people.
    func hits(at places: [SearchReader.SortedHit]) throws -> [SearchHit] {
        let sql = """
            SELECT chat_keys.chat_id, messages.position,
                (SELECT nullif(display_name, '') FROM members
                    WHERE members.chat_id = chat_keys.chat_id AND members.user_id = messages.sender),
                EXISTS (SELECT 1 FROM messages AS root
                    WHERE root.chat_key = messages.chat_key AND root.event_id = messages.thread_id),
                \(Message.shownColumns) FROM messages \(Self.joined)
            WHERE messages.id = ? AND messages.is_removed = 0
                AND messages.sender NOT IN (SELECT user_id FROM ignored_people)
            """
        var hits: [SearchHit] = try places.compactMap { place in
            try db.first(sql, [place.messageID]) { row in
                var message = Message(row: row, at: 4)
                message.standsInThread = row[3]
                return SearchHit(
                    chatID: row[0], placed: PlacedMessage(message: message, position: row[1]), place: place.place,
                    senderName: row[2])
            }
        }
        try markSharedNames(&hits)
        let given = try ContactReader(db: db).names()
        let contacts = ConfusableNameIndex(given)
        for index in hits.indices {
            let sender = hits[index].placed.message.sender
            let person = ChatPerson(userID: sender, displayName: hits[index].senderName, contactName: given[sender])
            hits[index].isSenderNameShared = hits[index].isSenderNameShared || contacts.share(person)
            hits[index].senderName = given[sender] ?? hits[index].senderName
        }
        return hits
    }

    /// Returns the people with that name in a chat or as a contact, each once with the first name that matches.
    func people(named name: String, limit: Int) throws -> [SearchPerson] {
        let sql = """
            SELECT user_id, name FROM local_contacts UNION ALL SELECT user_id, name FROM account_contacts
            UNION ALL SELECT DISTINCT user_id, display_name FROM members
            """
        let searched = SearchedName(name)
        var found: [String: SearchPerson] = [:]
        try db.each(sql) { row in
            let userID: String = row[0]
            guard found[userID] == nil else { return }
            let called = (row[1] as String?).flatMap { $0.isEmpty ? nil : $0 }
            let localpart = String(userID.dropFirst().prefix { $0 != ":" })
            let isMeant =
                name.isEmpty || userID == name
                || [called, localpart].compactMap(\.self).contains(where: searched.means)
            if isMeant { found[userID] = SearchPerson(userID: userID, name: called ?? localpart) }
        }
        return Array(found.values.sorted { ($0.name, $0.userID) < ($1.name, $1.userID) }.prefix(limit))
    }

    private static let columns = """
        messages.sender, messages.timestamp, coalesce(edits.kind, messages.kind), \
        coalesce(edits.body, messages.body), messages.is_removed
        """
    private static let joined = """
        LEFT JOIN chat_keys ON chat_keys.key = messages.chat_key \(Message.joinedEdit(chat: "chat_keys.chat_id"))
        """
}

extension SearchSlice.Entry {
    fileprivate init(messageID: Int64, row: ResultRow, at index: Int) {
        let kind = (row[index + 2] as String?).map(Message.Kind.init(stored:))
        guard let kind, kind.isFoundByWords, row[index + 4] == false else {
            self.init(messageID: messageID, sender: "", timestamp: 0, words: nil, contents: [])
            return
        }
        let body: String = row[index + 3]
        self.init(
            messageID: messageID, sender: row[index], timestamp: row[index + 1],
            words: SearchTokenizer.folded(body), contents: SearchQuery.Content.all(in: body, of: kind).map(\.facet))
    }
}

extension SearchQuery.Content {
    /// Its token in the index.
    var facet: String { "h" + rawValue }
}
