import Conversations
import Engine
import Storage

/// Stores chats on disk, with the state that only this device keeps for them.
@MainActor
struct ChatArchive {
    let disk: DiskQueue
    let chats: ChatStore
    let messages: MessageStore
    let settings: SyncStore
    let imports: ImportArchive

    /// Answers with ``ChatEvent/loadedAll(_:)``.
    func loadAll() {
        disk.attempt { [chats, queue = disk.queue] in await queue.post(ChatEvent.loadedAll(try await chats.allAside()))
        }
    }

    /// Answers with ``ChatEvent/reactionsLoaded(_:)``.
    func loadRecentReactions(by userID: String) {
        disk.ask([]) { [messages] in
            try messages.recentReactions(by: userID)
        } then: {
            ChatEvent.reactionsLoaded($0)
        }
    }

    func markRead(chatID: String) {
        disk.attempt { [chats] in try await chats.setCounts(chatID: chatID, notification: 0, highlight: 0) }
    }

    /// Marks a chat as read up to a position.
    func markRead(chatID: String, through position: Int64, userID: String) {
        disk.attempt { [chats] in
            try await chats.markRead(chatID: chatID, through: position, userID: userID)
        }
    }

    func remove(chatID: String) {
        disk.attempt { [chats, imports] in
            guard !Chat.isImported(chatID) else { return try await imports.remove(chatID) }
            try await chats.remove(chatID: chatID)
        }
    }

    func leave(chatID: String) {
        disk.attempt { [chats] in try await chats.leave(chatID: chatID) }
    }

    func save(_ setting: ChatSetting, chatID: String) {
        disk.attempt { [chats] in try await chats.set(setting, chatID: chatID) }
    }

    func save(_ source: ChatPowerSource, knowing known: String?, chatID: String) {
        disk.attempt { [chats] in try await chats.set(source, knowing: known, chatID: chatID) }
    }

    /// Answers with ``ChatTaskEvent/savedIgnored``.
    func saveIgnored(_ userIDs: Set<String>) {
        disk.attempt { [chats, queue = disk.queue] in
            try await chats.setIgnored(userIDs)
            await queue.post(ChatTaskEvent.savedIgnored)
        }
    }

    func rememberOpenChat(_ chatID: String) {
        disk.attempt { [settings] in try await settings.setValue(chatID, forKey: SyncStore.lastOpenChatKey) }
    }
}
