import Conversations
import GRDB

/// Collects the messages that were added or changed, to read them once at the end.
struct ChangedMessages {
    private var new: [String: [PlacedMessage]] = [:]
    private var changed: [String: Set<String>] = [:]

    mutating func add(_ messages: [PlacedMessage], chatID: String) {
        guard !messages.isEmpty else { return }
        // The first messages are stored without a copy.
        if new[chatID] == nil { new[chatID] = messages } else { new[chatID]? += messages }
    }

    /// - Parameter eventIDs: the changed events, which may be unknown or not shown.
    mutating func change(_ eventIDs: some Sequence<String>, chatID: String) {
        changed[chatID, default: []].formUnion(eventIDs)
    }

    /// Returns the messages in their current state, by chat, oldest first.
    func read(_ db: Database) throws -> (new: [String: [PlacedMessage]], changed: [String: [PlacedMessage]]) {
        var (came, look) = (new, [String: [PlacedMessage]]())
        let reader = MessageReader(db: db)
        for chatID in Set(new.keys).union(changed.keys) {
            let added = new[chatID] ?? []
            var asked = changed[chatID] ?? []
            // Changes of a message may have arrived before it.
            if !added.isEmpty, try reader.hasRelations(chatID: chatID) {
                asked.formUnion(try reader.related(added.map(\.message.eventID), chatID: chatID))
            }
            for message in added.lazy.map(\.message) where message.replyTo != nil || message.threadID != nil {
                asked.insert(message.eventID)
                // The summary of a thread is shown at its root message.
                if let threadID = message.threadID { asked.insert(threadID) }
            }
            if !asked.isEmpty { asked.formUnion(try ThreadReader(db: db, chatID: chatID).roots(of: asked)) }
            guard !asked.isEmpty else { continue }
            let messages = try reader.shown(asked, chatID: chatID)
            let byID = Dictionary(messages.map { ($0.message.eventID, $0) }) { first, _ in first }
            came[chatID] = new[chatID]?.map { byID[$0.message.eventID] ?? $0 }
            let newIDs = Set(added.map(\.message.eventID))
            let others = messages.filter { !newIDs.contains($0.message.eventID) }
            if !others.isEmpty { look[chatID] = others }
        }
        return (came, look)
    }
}
