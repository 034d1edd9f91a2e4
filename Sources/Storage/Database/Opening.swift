package import Conversations
import GRDB

/// What the first frame shows, read in one snapshot by work that does not grow with the chats.
package struct Opening: Hashable, Sendable {
    /// The first of those that are joined or invited, as the list has them, and the one to open.
    package let chats: [Chat]
    /// Whether ``chats`` may not be all.
    package let hasMoreChats: Bool
    /// Whom the account ignores, by Matrix ID.
    package let ignoredUserIDs: Set<String>
    package let drafts: [Draft]
    /// In order of acceptance.
    package let outboxLines: [OutboxLine]
    /// The chat that ``window`` is of, where it is known and not left.
    package let lastOpenChatID: String?
    /// The newest messages of that chat.
    package let window: MessageWindow
    /// How far each person has read in that chat, where the message is on this device.
    package let readPositions: [String: Int64]
    /// The names of the people in ``window`` and ``readPositions``, by Matrix ID, where they have one.
    package let memberNames: [String: String]
    /// The name of each chat's last message's sender, by chat, where they have one.
    package let lastSenderNames: [String: String]

    init(_ db: Database, lastOpenChatID wanted: String?, chatLimit: Int, messageLimit: Int) throws {
        let chatReader = ChatReader(db: db)
        let messageReader = MessageReader(db: db)
        let list = try chatReader.first(chatLimit)
        hasMoreChats = list.chats.count == chatLimit
        lastSenderNames = list.lastSenderNames
        ignoredUserIDs = Set(try String.fetchAll(db, sql: "SELECT user_id FROM ignored_people"))
        drafts = try DraftStore.all(db)
        outboxLines = try OutboxStore.lines(db)
        let stored = try wanted ?? SyncStore.value(forKey: SyncStore.lastOpenChatKey, db)
        // The chat that was open last may be far down the list.
        let isFirst = list.chats.contains { $0.id == stored }
        let other = isFirst ? nil : try stored.flatMap { try chatReader.chats(ids: [$0]).first }
        chats = list.chats + [other].compactMap(\.self).filter { $0.membership != .left }
        lastOpenChatID = chats.contains { $0.id == stored } ? stored : nil
        guard let lastOpenChatID else {
            (window, readPositions, memberNames) = (.empty, [:], [:])
            return
        }
        window = try messageReader.latestWindow(chatID: lastOpenChatID, limit: messageLimit)
        readPositions = try messageReader.readPositions(chatID: lastOpenChatID)
        let people = Set(window.messages.map(\.message.sender)).union(readPositions.keys)
        memberNames = try chatReader.memberNames(chatID: lastOpenChatID, userIDs: people)
    }
}
