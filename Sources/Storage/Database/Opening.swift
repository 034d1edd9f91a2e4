package import Conversations
import GRDB

/// What the first frame shows but for the open chat, read in one snapshot by work that does not grow with the chats.
package struct Opening: Hashable, Sendable {
    /// The first of those that are joined or invited, as the list has them, and the one to open.
    package let chats: [Chat]
    /// Whether ``chats`` may not be all, or some were left that can still be read.
    package let hasMoreChats: Bool
    /// Whom the account ignores, by Matrix ID.
    package let ignoredUserIDs: Set<String>
    package let drafts: [Draft]
    /// In order of acceptance.
    package let outboxLines: [OutboxLine]
    /// The chat that was open last, where it is known and not left.
    package let lastOpenChatID: String?
    /// Names of the commands that were run last, the last one first.
    package let recentCommands: [String]
    /// The spaces whose chats the list shows.
    package let openSpaceIDs: Set<String>
    /// Whether no answer of a sync was ever stored as a whole.
    package let isBeforeFirstSync: Bool

    init(_ db: Database, lastOpenChatID wanted: String?, chatLimit: Int) throws {
        let chatReader = ChatReader(db: db)
        let first = try chatReader.first(chatLimit)
        hasMoreChats = try first.count == chatLimit || !chatReader.left(1).isEmpty
        ignoredUserIDs = Set(try String.fetchAll(db, sql: "SELECT user_id FROM ignored_people"))
        drafts = try DraftStore.all(db)
        outboxLines = try OutboxStore.lines(db)
        let commands = try SyncStore.value(forKey: SyncStore.recentCommandsKey, db)
        recentCommands = commands?.split(separator: " ").map(String.init) ?? []
        let spaces = try SyncStore.value(forKey: SyncStore.openSpacesKey, db)
        openSpaceIDs = Set(spaces?.split(separator: "\n").map(String.init) ?? [])
        isBeforeFirstSync = try !SyncStore.hasToken(db)
        let stored = try wanted ?? SyncStore.value(forKey: SyncStore.lastOpenChatKey, db)
        // The chat that was open last may be far down the list.
        let isFirst = first.contains { $0.id == stored }
        let other = isFirst ? nil : try stored.flatMap { try chatReader.chats(ids: [$0]).first }
        chats = first + [other].compactMap(\.self).filter { $0.membership != .left }
        lastOpenChatID = chats.contains { $0.id == stored } ? stored : nil
    }
}
