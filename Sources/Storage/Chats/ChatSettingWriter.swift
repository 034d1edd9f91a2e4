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
        let rows = try Row.fetchAll(db, sql: "SELECT chat_id, level FROM notification_levels")
        let old = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
        let new = levels.filter { $0.value != .all }
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0]?.rawValue }.sorted()
        for chatID in changed { try set(new[chatID] ?? .all, chatID: chatID) }
        return changed
    }

    /// Stores the ignored people. Messages of people who are no longer ignored are requested afterwards.
    func replaceIgnored(_ userIDs: Set<String>) throws {
        let userIDs = Set(userIDs.map(\.storable))
        let rows = try Row.fetchAll(db, sql: "SELECT user_id, since FROM ignored_people ORDER BY user_id")
        for row in rows where !userIDs.contains(row[0]) {
            try MissedHistoryWriter(db: db).add(chatsWith: row[0], since: row[1])
            try db.execute(sql: "DELETE FROM ignored_people WHERE user_id = ?", arguments: .whole([row[0] as String]))
        }
        // The first sync doesn't say since when people are ignored, so that all their messages count as missed.
        let since = try SyncStore.hasToken(db) ? "unixepoch() * 1000" : "0"
        for userID in userIDs {
            try db.execute(
                sql: "INSERT OR IGNORE INTO ignored_people (user_id, since) VALUES (?, \(since))",
                arguments: .whole([userID]))
        }
    }

    private func set(_ level: NotificationLevel, chatID: String) throws {
        if level == .all {
            try db.execute(sql: "DELETE FROM notification_levels WHERE chat_id = ?", arguments: .whole([chatID]))
        } else {
            try db.execute(
                sql: "REPLACE INTO notification_levels (chat_id, level) VALUES (?, ?)",
                arguments: .whole([chatID, level.rawValue]))
        }
    }
}
