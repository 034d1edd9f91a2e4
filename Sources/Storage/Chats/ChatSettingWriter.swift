import Conversations
import GRDB

/// Writes the account's settings of its chats.
struct ChatSettingWriter {
    let db: Database

    func set(_ setting: ChatSetting, chatID: String) throws {
        switch setting {
        case .notifications(let level): try set(level, chatID: chatID)
        case .tags, .markedUnread, .name:
            guard var row = try ChatRow.fetch(db, id: chatID) else { return }
            setting.apply(to: &row.chat)
            row.chat.givenName = row.chat.givenName?.storable
            try row.save(db)
        }
    }

    /// - Parameter levels: the levels of all chats that differ from the default.
    /// - Returns: the chats whose level changed.
    func replaceLevels(_ levels: [String: NotificationLevel]) throws -> [String] {
        let stored = try db.all("SELECT chat_id, level FROM notification_levels") { ($0[0] as String, $0[1] as String) }
        let old = Dictionary(uniqueKeysWithValues: stored)
        let new = levels.filter { $0.value != .all }
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0]?.rawValue }.sorted()
        for chatID in changed { try set(new[chatID] ?? .all, chatID: chatID) }
        return changed
    }

    /// Stores the ignored people. Messages of people who are no longer ignored are requested afterwards.
    func replaceIgnored(_ userIDs: Set<String>) throws {
        let userIDs = Set(userIDs.map(\.storable))
        let ignored = try db.all("SELECT user_id, since FROM ignored_people ORDER BY user_id") {
            (userID: $0[0] as String, since: $0[1] as Int64)
        }
        for person in ignored where !userIDs.contains(person.userID) {
            try MissedHistoryWriter(db: db).add(chatsWith: person.userID, since: person.since)
            try db.run("DELETE FROM ignored_people WHERE user_id = ?", [person.userID])
        }
        // The first sync doesn't say since when people are ignored, so that all their messages count as missed.
        let since = try SyncStore.hasToken(db) ? "unixepoch() * 1000" : "0"
        for userID in userIDs {
            try db.run("INSERT OR IGNORE INTO ignored_people (user_id, since) VALUES (?, \(since))", [userID])
        }
    }

    private func set(_ level: NotificationLevel, chatID: String) throws {
        if level == .all {
            try db.run("DELETE FROM notification_levels WHERE chat_id = ?", [chatID])
        } else {
            try db.run("REPLACE INTO notification_levels (chat_id, level) VALUES (?, ?)", [chatID, level.rawValue])
        }
    }
}
