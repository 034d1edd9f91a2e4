package import Conversations
import GRDB

/// What the first frame shows, read in one snapshot by a number of statements that does not grow with the chats.
package struct Opening: Hashable, Sendable {
    /// Joined and invited, newest activity first.
    package let chats: [Chat]
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

    init(_ db: Database, lastOpenChatID wanted: String?, messageLimit: Int) throws {
        let chatReader = ChatReader(db: db)
        let messageReader = MessageReader(db: db)
        let list = try chatReader.list()
        chats = list.chats
        lastSenderNames = list.lastSenderNames
        drafts = try DraftStore.all(db)
        outboxLines = try OutboxStore.lines(db)
        let stored = try wanted ?? SyncStore.value(forKey: SyncStore.lastOpenChatKey, db)
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
