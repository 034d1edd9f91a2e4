import Conversations
import GRDB

/// Adds to messages their reactions, quoted messages, poll replies and threads. Each takes one statement for any
/// number of messages.
struct MessageDecorator {
    let db: Database
    let chatID: String

    func decorate(_ messages: [PlacedMessage]) throws -> [PlacedMessage] {
        guard !messages.isEmpty else { return messages }
        let reactions = try reactions(to: messages.map(\.message.eventID))
        let answered = messages.compactMap(\.message.replyTo)
        let quoted = answered.isEmpty ? [:] : try quoted(answered)
        let polls = messages.filter { $0.message.kind == .poll }
        let replies = polls.isEmpty ? [:] : try replies(to: polls.map(\.message))
        let threads = try ThreadReader(db: db, chatID: chatID).summaries(of: messages.map(\.message.eventID))
        let roots = try ThreadReader(db: db, chatID: chatID).known(messages.compactMap(\.message.threadID))
        guard
            !reactions.isEmpty || !quoted.isEmpty || !replies.isEmpty || !threads.isEmpty || !roots.isEmpty
        else { return messages }
        return messages.map { placed in
            var message = placed.message
            message.reactions = reactions[message.eventID] ?? []
            message.pollReplies = replies[message.eventID] ?? []
            message.quoted = message.replyTo.flatMap { quoted[$0] }
            message.thread = threads[message.eventID]
            message.standsInThread = message.threadID.map(roots.contains) ?? false
            return PlacedMessage(message: message, position: placed.position)
        }
    }

    /// Returns the reactions by message. Repeated reactions of a person with the same key count once (client-server
    /// API, "Event annotations and reactions").
    private func reactions(to eventIDs: [String]) throws -> [String: [MessageReaction]] {
        let sql = """
            SELECT target_id, key, sender, event_id FROM reactions
            WHERE chat_id = ?1 AND target_id IN (SELECT value FROM json_each(?2))
            ORDER BY timestamp, event_id
            """
        var reactions: [String: [MessageReaction]] = [:]
        try db.each(sql, [chatID, IdentifierList(eventIDs)]) { row in
            let giver = MessageReaction.Sender(userID: row[2], eventID: row[3])
            reactions[row[0], default: []].add(giver, key: row[1])
        }
        return reactions
    }

    /// Returns the replies by poll. Unencrypted replies to an encrypted poll are ignored, because a server could have
    /// forged them.
    private func replies(to polls: [Message]) throws -> [String: [PollReply]] {
        let sql = """
            SELECT target_id, event_id, sender, timestamp, answers, is_encrypted FROM poll_replies
            WHERE chat_id = ?1 AND target_id IN (SELECT value FROM json_each(?2))
            ORDER BY timestamp, event_id
            """
        let sealed = Set(polls.filter { $0.encryption != nil }.map(\.eventID))
        var replies: [String: [PollReply]] = [:]
        try db.each(sql, [chatID, IdentifierList(polls.map(\.eventID))]) { row in
            let poll: String = row[0]
            guard row[5] || !sealed.contains(poll) else { return }
            let reply = PollReply(
                eventID: row[1], sender: row[2], timestamp: row[3], what: PollReply.Kind(storedAnswers: row[4]))
            replies[poll, default: []].append(reply)
        }
        return replies
    }

    /// Returns the quoted messages by event.
    private func quoted(_ eventIDs: [String]) throws -> [String: QuotedMessage] {
        let sql = """
            SELECT messages.event_id, messages.sender, coalesce(edits.kind, messages.kind),
                coalesce(edits.body, messages.body),
                iif(edits.body IS NULL, messages.formatted_body, edits.formatted_body),
                messages.event_type, messages.is_removed
            FROM \(Message.shownTables)
            WHERE \(Message.isOneOfListed) AND \(Message.isShownCondition)
            """
        var quoted: [String: QuotedMessage] = [:]
        try db.each(sql, [chatID, IdentifierList(eventIDs)]) { row in
            quoted[row[0]] = QuotedMessage(
                eventID: row[0], sender: row[1], kind: Message.Kind(stored: row[2]), body: row[3],
                formattedBody: row[4], eventType: row[5], isRemoved: row[6])
        }
        return quoted
    }
}

extension [MessageReaction] {
    fileprivate mutating func add(_ giver: MessageReaction.Sender, key: String) {
        guard let index = firstIndex(where: { $0.key == key }) else {
            append(MessageReaction(key: key, givers: [giver]))
            return
        }
        if self[index].eventID(of: giver.userID) == nil { self[index].givers.append(giver) }
    }
}
