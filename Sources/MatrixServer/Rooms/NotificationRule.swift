import GRDB
import MatrixAPI

/// The default push rules as far as unread counts need them (client-server API, "Default Rules").
///
/// NOTSPEC: an edit never counts, even where it adds a mention.
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

    /// The joined users whom a message mentions; the sender is never one of them.
    static func highlighted(
        by event: StoredEvent, _ memberships: MembershipsTable, levels: () throws -> PowerLevels
    ) throws -> [String] {
        let body = event.content["body"]?.string ?? ""
        let isForRoom: Bool
        if let mentions = event.content["m.mentions"] {
            isForRoom = mentions["room"]?.bool == true
            if !isForRoom {
                let named = Set((mentions["user_ids"]?.array ?? []).compactMap(\.string)).subtracting([event.sender])
                return try named.filter { try memberships.membership(of: $0, in: event.room) == .join }
            }
        } else {
            isForRoom = holdsWord("@room", in: body)
        }
        if isForRoom {
            let levels = try levels()
            if levels.level(of: event.sender) >= levels.notifyRoom {
                return try memberships.users(in: event.room, .join).filter { $0 != event.sender }
            }
            if event.content["m.mentions"] != nil { return [] }
        }
        guard !body.isEmpty else { return [] }
        return try memberships.joinedNames(in: event.room)
            .filter { $0.user != event.sender && isNamed($0.user, $0.displayName, in: body) }.map(\.user)
    }

    private static func isNamed(_ user: String, _ displayName: String?, in body: String) -> Bool {
        if let displayName, !displayName.isEmpty, holdsWord(displayName, in: body) { return true }
        guard let localpart = UserID(user)?.localpart else { return false }
        return holdsWord(localpart, in: body)
    }

    /// Whether `word` stands in `text` with no letter or digit beside it, whatever its case.
    static func holdsWord(_ word: String, in text: String) -> Bool {
        let text = Array(text.lowercased())
        let word = Array(word.lowercased())
        guard !word.isEmpty, text.count >= word.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == word[0] {
            let end = start + word.count
            guard text[start..<end].elementsEqual(word) else { continue }
            let isStart = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
            let isEnd = end == text.count || !(text[end].isLetter || text[end].isNumber)
            if isStart && isEnd { return true }
        }
        return false
    }
}
