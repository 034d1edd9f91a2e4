package import Conversations
import GRDB

/// The data of the first frame except for the open chat, read in one snapshot. The work doesn't grow with the number
/// of chats.
package struct StartupSnapshot: Hashable, Sendable {
    /// The first joined or invited chats in the order of the list, and the one to open.
    package let chats: [Chat]
    /// Whether there may be more than ``chats``, or left chats that can still be read.
    package let hasMoreChats: Bool
    /// The Matrix IDs of the ignored people.
    package let ignoredUserIDs: Set<String>
    package let drafts: [Draft]
    /// The lines in the order in which they were accepted.
    package let outboxLines: [OutboxLine]
    /// The chat that was open last, if it is known and not left.
    package let lastOpenChatID: String?
    /// The names of the recent commands, newest first.
    package let recentCommands: [String]
    /// The expanded spaces of the list.
    package let openSpaceIDs: Set<String>
    /// The token from which the sync continues; `nil` before a complete response was stored.
    package let syncToken: String?

    package var isBeforeFirstSync: Bool { syncToken == nil }

    init(_ db: Database, lastOpenChatID wanted: String?, chatLimit: Int) throws {
        let chatReader = ChatReader(db: db)
        let first = try chatReader.first(chatLimit)
        hasMoreChats = try first.count == chatLimit || !chatReader.left(1).isEmpty
        ignoredUserIDs = Set(try db.all("SELECT user_id FROM ignored_people", as: String.self))
        drafts = try DraftStore.all(db)
        outboxLines = try OutboxStore.lines(db)
        let commands = try SyncStore.value(forKey: SyncStore.recentCommandsKey, db)
        recentCommands = commands?.split(separator: " ").map(String.init) ?? []
        let spaces = try SyncStore.value(forKey: SyncStore.openSpacesKey, db)
        openSpaceIDs = Set(spaces?.split(separator: "\n").map(String.init) ?? [])
        syncToken = try SyncStore.token(db)
        let stored = try wanted ?? SyncStore.value(forKey: SyncStore.lastOpenChatKey, db)
        // The chat that was open last may be beyond the limit of the list.
        let isFirst = first.contains { $0.id == stored }
        let other = isFirst ? nil : try stored.flatMap { try chatReader.chats(ids: [$0]).first }
        chats = first + [other].compactMap(\.self).filter { $0.membership != .left }
        lastOpenChatID = chats.contains { $0.id == stored } ? stored : nil
    }
}
