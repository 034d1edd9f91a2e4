import Conversations
import GRDB

/// Notes which messages of which chats came or look other than before, to be read once at the end.
struct ChangedMessages {
    private var new: [String: [PlacedMessage]] = [:]
    private var changed: [String: Set<String>] = [:]

    mutating func add(_ messages: [PlacedMessage], chatID: String) {
        guard !messages.isEmpty else { return }
        // The first are taken as they are, without a copy.
        if new[chatID] == nil { new[chatID] = messages } else { new[chatID]? += messages }
    }

    /// - Parameter eventIDs: also of events that are not here, or that nobody sees.
    mutating func change(_ eventIDs: some Sequence<String>, chatID: String) {
        changed[chatID, default: []].formUnion(eventIDs)
    }

    /// The messages as they are now, by chat, oldest first.
    func read(_ db: Database) throws -> (new: [String: [PlacedMessage]], changed: [String: [PlacedMessage]]) {
        var (came, look) = (new, [String: [PlacedMessage]]())
        let reader = MessageReader(db: db)
        for chatID in Set(new.keys).union(changed.keys) {
            let newIDs = Set((new[chatID] ?? []).map(\.message.eventID))
            var asked = changed[chatID] ?? []
            // What was about a message may have come before it.
            if !newIDs.isEmpty { asked.formUnion(try reader.related(newIDs, chatID: chatID)) }
            for message in new[chatID] ?? []
            where message.message.replyTo != nil || message.message.threadID != nil {
                asked.insert(message.message.eventID)
            }
            // What is told of a thread stands at the message with which it began.
            asked.formUnion((new[chatID] ?? []).compactMap(\.message.threadID))
            if !asked.isEmpty { asked.formUnion(try ThreadReader(db: db, chatID: chatID).roots(of: asked)) }
            guard !asked.isEmpty else { continue }
            let messages = try reader.shown(asked, chatID: chatID)
            let byID = Dictionary(messages.map { ($0.message.eventID, $0) }) { first, _ in first }
            came[chatID] = new[chatID]?.map { byID[$0.message.eventID] ?? $0 }
            let others = messages.filter { !newIDs.contains($0.message.eventID) }
            if !others.isEmpty { look[chatID] = others }
        }
        return (came, look)
    }
}
