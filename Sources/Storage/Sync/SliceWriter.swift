import Conversations
import GRDB

/// Applies a slice of a sync or a response about a gap, within a transaction, and records the changes. The
/// documentation of `SyncIntake` describes the whole path of a sync response.
struct SliceWriter {
    private let db: Database
    private var notedChats: [String] = []
    private var isNoted: Set<String> = []
    private var messages = ChangedMessages()
    private var echoedLines: [String] = []
    private var chatsReadInThreads: Set<String> = []
    private var members: [String: [ChatMember]] = [:]
    private var hasInvitation = false
    private var readPlaces: [String: [ReadPosition]] = [:]
    private var echoes: OutboxEchoes
    private var ignoredUserIDs: Set<String>?
    private var openedEventIDs: Set<String> = []
    /// See ``SyncSlice/leastActivity``.
    private var leastActivity: Int64?

    init(db: Database) throws {
        self.db = db
        echoes = try OutboxEchoes(db: db)
    }

    /// Applies the slice without its token.
    mutating func apply(_ slice: SyncSlice) throws {
        if let userID = slice.ownUserID { try SyncStore.setOwnUserID(userID, db) }
        try encrypt(slice.encryptedChatIDs)
        leastActivity = slice.leastActivity
        defer { leastActivity = nil }
        for change in slice.changes { try apply(change) }
        for contact in slice.contacts { try ContactWriter(db: db).apply(contact) }
        if let directChats = slice.directChats { try replaceDirectChats(directChats) }
        if let levels = slice.notificationLevels { try replaceLevels(levels) }
        if let userIDs = slice.ignoredUserIDs { try replaceIgnored(userIDs) }
        if let chatIDs = slice.allChatIDs { try endAll(but: chatIDs) }
    }

    private mutating func apply(_ change: ChatChange) throws {
        // A server can't change an imported chat by reporting one with its identifier.
        guard !Chat.isImported(change.chatID) else { return }
        let change = change.storable
        let stored = try ChatRow.fetch(db, id: change.chatID)
        if stored == nil, try isForgotten(change) { return }
        var row = stored ?? ChatRow(id: change.chatID, membership: change.membership)
        if stored == nil { row.chat.isEncrypted = try EncryptedChatWriter(db: db).wasEncrypted(change.chatID) }
        row.set(change)
        if change.membership == .invited { hasInvitation = true }
        let isNew = stored?.chat.membership != .joined
        if isNew, !row.chat.isEncrypted, try EncryptedChatWriter(db: db).inheritsPromise(change) {
            row.chat.isEncrypted = true
        }
        try setPeople(change)
        try ChatPowerWriter(db: db).set(change)
        try SpaceTable(db: db).update(change.spaceChildren, spaceID: change.chatID)
        if let timeline = change.timeline {
            let threads = ThreadWriter(db: db, chatID: change.chatID)
            // Thread replies from before the chat was known may have been read long ago, so they don't become unread.
            let before = row.lastPosition
            try add(TimelineBatch(timeline), to: &row) { if stored != nil { try threads.begin($0) } }
            // The times of messages from before the account joined are not corrected.
            if stored?.chat.membership == .joined, row.lastPosition != before,
                row.lastPosition ?? .min > before ?? .min,
                let leastActivity
            {
                row.chat.lastActivity = max(row.chat.lastActivity, leastActivity)
            }
        }
        try read(change.threadReads, all: change.allThreadsRead, chatID: change.chatID)
        // Receipts come after the timeline, because they are compared by the positions of its messages.
        let receipts = ReceiptWriter(db: db, chatID: change.chatID)
        for receipt in change.receipts {
            if let place = try receipts.set(receipt) { readPlaces[change.chatID, default: []].append(place) }
        }
        if row != stored { try row.save(db) }
        if row.chat.isEncrypted { try EncryptedChatWriter(db: db).set(change) }
        markChanged(change.chatID)
    }

    /// Replaces undecrypted events with their decrypted content.
    ///
    /// - Parameter session: the session whose key or withheld code arrived.
    mutating func open(_ opened: [Message], of session: RoomSession) throws {
        let chatID = session.chatID
        try db.run("DELETE FROM arrived_keys WHERE chat_id = ? AND session_id = ?", [chatID, session.sessionID])
        guard var row = try ChatRow.fetch(db, id: chatID) else { return }
        let (found, isSaidLess) = try UndecryptedEventWriter(db: db, chatID: chatID).open(opened.map(\.storable))
        guard !found.isEmpty else { return }
        messages.change(found.map(\.eventID), chatID: chatID)
        openedEventIDs.formUnion(found.filter(\.isOpened).map(\.eventID))
        messages.change(try RelationWriter(db: db, chatID: chatID).add(found), chatID: chatID)
        if isSaidLess {
            let timeline = TimelineWriter(db: db, chatID: chatID)
            row.lastPosition = try timeline.lastSaidPosition()
            row.chat.lastActivity = try timeline.timestamp(at: row.lastPosition) ?? row.chat.lastActivity
            try row.save(db)
        }
        markChanged(chatID)
    }

    /// Marks the known ones among the chats as encrypted.
    mutating func encrypt(_ chatIDs: Set<String>) throws {
        let sql = "UPDATE chats SET is_encrypted = 1 WHERE id = ? AND is_encrypted = 0"
        for chatID in chatIDs.map(\.storable).sorted() {
            try db.run(sql, [chatID])
            if db.changesCount > 0 { markChanged(chatID) }
        }
    }

    /// Marks a chat as unencrypted again, unless its encryption is in use.
    mutating func withdrawEncryption(_ chatID: String) throws {
        guard try EncryptedChatWriter(db: db).withdrawPromise(chatID) else { return }
        try db.run("UPDATE chats SET is_encrypted = 0 WHERE id = ?", [chatID])
        markChanged(chatID)
    }

    /// Stores the server's response about a gap, unless the gap was filled or moved meanwhile.
    ///
    /// - Parameter messages: the messages, oldest first.
    mutating func fill(
        _ gap: TimelineGap, chatID: String, with messages: [Message], nextToken: String?
    ) throws {
        guard var row = try ChatRow.fetch(db, id: chatID),
            try TimelineWriter(db: db, chatID: chatID).gap(at: gap.anchor)?.token == gap.token
        else { return }
        let start = nextToken.map { TimelineBatch.Start.gap(token: $0) } ?? .beginning
        let batch = TimelineBatch(
            messages: messages.map(\.storable), start: start, end: .gap(position: gap.anchor))
        try add(batch, to: &row)
        try row.save(db)
        markChanged(chatID)
    }

    /// Stores messages from within a gap.
    ///
    /// - Returns: whether the requested event is stored now.
    mutating func add(_ island: TimelineIsland, chatID: String) throws -> Bool {
        guard var row = try ChatRow.fetch(db, id: chatID) else { return false }
        var island = island
        island.messages = island.messages.map(\.storable)
        let merge = try IslandMerge(island, chatID: chatID, db: db)
        try apply(TimelineWriter(db: db, chatID: chatID).add(merge), of: island.messages, to: &row)
        try row.save(db)
        markChanged(chatID)
        return try MessageReader(db: db).position(ofEventID: island.eventID.storable, chatID: chatID) != nil
    }

    /// Stores the server's response about the older end of a gap.
    ///
    /// - Parameter page: the messages, oldest first.
    mutating func fillOnward(_ gap: TimelineGap, chatID: String, with page: [Message], nextToken: String?) throws {
        guard var row = try ChatRow.fetch(db, id: chatID) else { return }
        let page = page.map(\.storable)
        let merge = try IslandMerge(page, from: gap, nextToken: nextToken?.storable, chatID: chatID, db: db)
        try apply(TimelineWriter(db: db, chatID: chatID).add(merge), of: page, to: &row)
        try row.save(db)
        markChanged(chatID)
    }

    /// Stores a page of missed history, unless the part changed meanwhile.
    ///
    /// - Parameter page: the messages, newest first.
    mutating func storeMissed(_ part: MissedHistoryPart, _ page: [Message], nextToken: String?) throws {
        let (page, chatID, unheard) = (page.map(\.storable), part.chatID, MissedHistoryWriter(db: db))
        guard try unheard.parts().contains(part) else { return }
        guard var row = try ChatRow.fetch(db, id: chatID) else { return try unheard.remove(chatID) }
        let timeline = TimelineWriter(db: db, chatID: chatID)
        let merge = try MissedHistoryMerge(page, before: part.nextEventID, chatID: chatID, db: db)
        let placed = try timeline.add(merge)
        // The merge may have moved the newest message.
        row.lastPosition = try timeline.lastSaidPosition()
        try apply(placed, of: page.reversed(), to: &row)
        try row.save(db)
        try unheard.advance(
            part, after: page, nextEventID: merge.nextEventID, nextToken: merge.isAtBeginning ? nil : nextToken)
        markChanged(chatID)
    }

    /// Adds only unknown members, because the memberships in an old page are outdated.
    mutating func addUnknown(_ members: [ChatMember], chatID: String) throws {
        guard try ChatRow.fetch(db, id: chatID) != nil else { return }
        for member in members {
            try save(member.storable, chatID: chatID, isOlder: true)
        }
        if self.members[chatID] != nil { markChanged(chatID) }
    }

    /// Stores edits, without those that were removed or have another target.
    mutating func saveEdits(_ edits: [Message], of eventID: String, chatID: String) throws {
        guard try ChatRow.fetch(db, id: chatID) != nil else { return }
        let sql = "SELECT event_id FROM removals WHERE chat_id = ?"
        let removed = try Set(db.all(sql, [chatID], as: String.self))
        let kept = edits.map(\.storable).filter { edit in
            guard case .edit(eventID.storable, _) = edit.relation else { return false }
            return !removed.contains(edit.eventID)
        }
        messages.change(try RelationWriter(db: db, chatID: chatID).add(kept), chatID: chatID)
        markChanged(chatID)
    }

    /// - Parameter directChats: all direct chats by Matrix ID.
    private mutating func replaceDirectChats(_ directChats: [String: [String]]) throws {
        let stored = try db.all("SELECT chat_id, user_id FROM direct_chats") { ($0[0] as String, $0[1] as String) }
        let old = Dictionary(uniqueKeysWithValues: stored)
        // A chat that is listed for several people is always assigned to the same person.
        let pairs = directChats.flatMap { user, chats in chats.map { ($0, user) } }
        let new = Dictionary(pairs.filter { !Chat.isImported($0.0) }, uniquingKeysWith: min)
        guard new != old else { return }
        try db.execute(sql: "DELETE FROM direct_chats")
        for (chat, user) in new {
            try db.run("INSERT INTO direct_chats (chat_id, user_id) VALUES (?, ?)", [chat, user])
        }
        for chat in Set(old.keys).union(new.keys).sorted() where old[chat] != new[chat] { markChanged(chat) }
    }

    /// - Parameter levels: the levels of all chats that differ from the default.
    private mutating func replaceLevels(_ levels: [String: NotificationLevel]) throws {
        for chatID in try ChatSettingWriter(db: db).replaceLevels(levels) { markChanged(chatID) }
    }

    private mutating func replaceIgnored(_ userIDs: Set<String>) throws {
        try ChatSettingWriter(db: db).replaceIgnored(userIDs)
        ignoredUserIDs = userIDs
    }

    /// Marks the chats that are missing in a complete list as left. Their messages are kept.
    private mutating func endAll(but chatIDs: Set<String>) throws {
        let sql = "SELECT id FROM chats WHERE membership != ?"
        for chatID in try db.all(sql, [ChatMembership.left.rawValue], as: String.self)
        where !chatIDs.contains(chatID) {
            try apply(ChatChange(chatID: chatID, membership: .left))
        }
    }

    /// The maximum number of invitations that are read again because of a new name.
    private static let maxInvitations = 100

    /// Returns the invitations. Somebody else's new name decides whether their inviters are shown with a Matrix ID.
    private func invitations() throws -> [String] {
        guard !members.isEmpty || hasInvitation else { return [] }
        let sql = "SELECT id FROM chats WHERE membership = 'invited' ORDER BY last_activity DESC LIMIT ?"
        return try db.all(sql, [Self.maxInvitations], as: String.self)
    }

    /// Returns the changes in their state after all slices.
    func finish(recount: UnreadRecount? = nil) throws -> AppliedSlice {
        let others = try invitations().filter { !isNoted.contains($0) }
        var chats = try ChatReader(db: db).chats(ids: notedChats + others)
        for index in chats.indices { try recount?.update(&chats[index], db) }
        let (new, changed) = try messages.read(db)
        var applied = AppliedSlice(chats: chats, newMessages: new, echoedLines: echoedLines)
        applied.changedMessages = changed
        applied.openedEventIDs = openedEventIDs
        applied.ignoredUserIDs = ignoredUserIDs
        applied.changedReadPlaces = readPlaces
        applied.chatsReadInThreads = chatsReadInThreads
        applied.changedMembers = try named(members)
        applied.repeatedLines = echoes.again
        return applied
    }

    /// Adds the contact names to members.
    private func named(_ members: [String: [ChatMember]]) throws -> [String: [ChatMember]] {
        let userIDs = Set(members.values.joined().map(\.userID))
        guard !userIDs.isEmpty else { return members }
        let names = try ContactReader(db: db).names(of: userIDs)
        guard !names.isEmpty else { return members }
        return members.mapValues { members in
            members.map { member in
                var member = member
                member.contactName = names[member.userID]
                return member
            }
        }
    }

    /// Whether the change only reports the end of a forgotten chat. A chat that is joined or invited to again is no
    /// longer forgotten.
    private func isForgotten(_ change: ChatChange) throws -> Bool {
        guard change.membership == .left else {
            let sql = "DELETE FROM forgotten_chats WHERE chat_id = ?"
            try db.run(sql, [change.chatID])
            return false
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM forgotten_chats WHERE chat_id = ?)"
        return try db.value(sql, [change.chatID], as: Bool.self) ?? false
    }

    private mutating func markChanged(_ chatID: String) {
        if isNoted.insert(chatID).inserted { notedChats.append(chatID) }
    }

    /// Saves a member, and records it if its row changed. Servers repeat the members whose messages they send.
    ///
    /// - Parameter isOlder: whether to keep an existing row, because this data is older.
    private mutating func save(_ member: ChatMember, chatID: String, isOlder: Bool = false) throws {
        try member.save(in: chatID, db, isOlder: isOlder)
        if db.changesCount > 0 { members[chatID, default: []].append(member) }
    }

    private mutating func setPeople(_ change: ChatChange) throws {
        for member in change.members { try save(member, chatID: change.chatID) }
        guard case .set(let heroes) = change.heroes else { return }
        try db.run("DELETE FROM heroes WHERE chat_id = ?", [change.chatID])
        for (rank, userID) in heroes.enumerated() {
            try db.run("INSERT INTO heroes (chat_id, rank, user_id) VALUES (?, ?, ?)", [change.chatID, rank, userID])
        }
    }

    /// Stores read positions in threads, and records the changed summaries.
    ///
    /// - Parameter all: events up to which all threads were read.
    mutating func read(_ reads: [ThreadRead], all: [String] = [], chatID: String) throws {
        let threads = ThreadWriter(db: db, chatID: chatID)
        let changed = try reads.filter(threads.set).map(\.threadID) + all.flatMap(threads.setAll)
        guard !changed.isEmpty else { return }
        messages.change(changed, chatID: chatID)
        chatsReadInThreads.insert(chatID)
        markChanged(chatID)
    }

    /// - Parameter came: called with the new messages before they are processed further.
    private mutating func add(
        _ batch: TimelineBatch, to row: inout ChatRow, came: ([PlacedMessage]) throws -> Void = { _ in }
    ) throws {
        let placed = try TimelineWriter(db: db, chatID: row.chat.id).add(batch)
        try came(placed)
        try apply(placed, of: batch.messages, to: &row)
    }

    /// - Parameters:
    ///   - placed: the new ones among the messages.
    ///   - messages: all messages, oldest first.
    private mutating func apply(_ placed: [PlacedMessage], of messages: [Message], to row: inout ChatRow) throws {
        let chatID = row.chat.id
        let timeline = TimelineWriter(db: db, chatID: chatID)
        var placed = placed
        self.messages.change(try RelationWriter(db: db, chatID: chatID).add(placed.map(\.message)), chatID: chatID)
        // A stored message that arrives again without its content was removed meanwhile.
        let empty = messages.filter(\.isRemoved)
        let new = empty.isEmpty ? [] : Set(placed.map(\.message.eventID))
        let known = empty.filter { !new.contains($0.eventID) }
            .map { RemovalWriter.Removal(eventID: $0.eventID, cause: $0.removal) }
        let (emptied, changed) = try RemovalWriter(db: db, chatID: chatID).remove(
            messages.compactMap(\.asRemoval) + known)
        if !emptied.isEmpty {
            placed = placed.map { item in
                guard let removal = emptied[item.message.eventID] else { return item }
                return PlacedMessage(message: item.message.removed(by: removal.cause), position: item.position)
            }
        }
        self.messages.change(changed, chatID: chatID)
        if !placed.isEmpty {
            self.messages.add(placed, chatID: chatID)
            try UndecryptedEventWriter(db: db, chatID: chatID).store(placed.map(\.message))
            // Receipts for these messages may have arrived before them.
            let readers = try ReceiptWriter(db: db, chatID: chatID).readers(of: placed)
            if !readers.isEmpty { readPlaces[chatID, default: []] += readers }
        }
        echoedLines += try echoes.removeEchoes(messages, chatID: chatID)
        guard !placed.isEmpty || !emptied.isEmpty else { return }
        if emptied.isEmpty {
            if let said = placed.last(where: \.message.isSaid), said.position >= row.lastPosition ?? Int64.min {
                row.lastPosition = said.position
                row.chat.lastActivity = activity(of: placed, last: said, before: row.chat.lastActivity)
                return
            }
        } else {
            row.lastPosition = try timeline.lastSaidPosition()
        }
        row.chat.lastActivity = try timeline.timestamp(at: row.lastPosition) ?? row.chat.lastActivity
    }

    /// Returns the time of the last message. If it has none, returns the newest of the previous time and the times of
    /// the messages that arrived with it.
    private func activity(of placed: [PlacedMessage], last said: PlacedMessage, before: Int64) -> Int64 {
        if said.message.timestamp > 0 { return said.message.timestamp }
        return max(before, placed.map(\.message.timestamp).max() ?? 0)
    }
}

extension Message {
    fileprivate var isOpened: Bool { if case .opened = encryption { true } else { false } }

    /// The removal, if the message is a redaction.
    fileprivate var asRemoval: RemovalWriter.Removal? {
        guard case .redaction(let target, let reason) = relation else { return nil }
        let cause = MessageRemoval(
            eventID: eventID, sender: sender, timestamp: timestamp, reason: isRemoved ? nil : reason)
        return RemovalWriter.Removal(eventID: target, cause: cause)
    }
}
