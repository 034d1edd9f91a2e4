import MatrixAPI

/// The default push rules as far as unread counts need them (client-server API, "Default Rules").
///
/// NOTSPEC: an edit never counts, even if it adds a mention.
enum NotificationRule {
    /// Whether the event counts as unread for the others in the room: every message but notices and edits.
    static func notifies(_ event: StoredEvent) -> Bool {
        guard event.stateKey == nil else { return false }
        switch event.type {
        case "m.room.encrypted": return true
        case "m.room.message":
            return event.content["msgtype"]?.string != "m.notice"
                && event.content["m.relates_to"]?["rel_type"]?.string != "m.replace"
        default: return false
        }
    }

    /// The users whom a message mentions. Names in its text are searched for each reader when their counts are
    /// requested.
    enum Call: Hashable {
        case nobody
        case users(Set<String>)
        case room
        /// The message has no `m.mentions`, so users may be named in its text.
        case whoeverIsNamed
    }

    /// - Parameter levels: Called if the message mentions the whole room.
    static func call(of event: StoredEvent, levels: () throws -> PowerLevels) throws -> Call {
        let body = event.content["body"]?.string ?? ""
        let mentions = event.content["m.mentions"]
        if mentions.map({ $0["room"]?.bool == true }) ?? namesRoom(body) {
            let levels = try levels()
            if levels.level(of: event.sender) >= levels.notifyRoom { return .room }
        }
        guard let mentions else { return body.isEmpty ? .nobody : .whoeverIsNamed }
        return .users(Set((mentions["user_ids"]?.array ?? []).compactMap(\.string)).subtracting([event.sender]))
    }

    private static func namesRoom(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "@")) && roomName.isFound(in: text)
    }

    private static let roomName = WordSearch("@room")
}
