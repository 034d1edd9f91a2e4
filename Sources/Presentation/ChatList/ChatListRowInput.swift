import Conversations
import Engine
import Messenger
import ViewModels

/// A chat with all that its row of the list is built from. Rows are cached by it as a whole: what isn't here can't be
/// read.
struct ChatListRowInput: Equatable {
    let shared: SharedChatListRowValues
    let entry: ChatTable.Entry
    let isOpen: Bool
    /// The unsent draft of the chat itself.
    var draft: String?
    /// Whether one of its threads has an unsent draft.
    var hasDraftInThread = false
    /// The number of unread messages in its threads.
    var newInThreads = 0
    /// The newest queued line that the timeline doesn't show yet.
    var line: OutboxLine?
    /// The newest line or change that the server refused.
    var refused: OutboxLine?
    /// Whether a join or leave is pending.
    var isAnswering = false
    /// Whether a setting is not yet confirmed by the server.
    var isSetting = false
    /// The number of spaces above it.
    var depth = 0

    var chat: Chat { entry.chat }

    /// - Parameters:
    ///   - power: the permissions in the chat; `nil` if they are unknown. They follow from the chat.
    ///   - queue: receives the events of the actions. It is the same for all rows.
    func build(power: ChatPower?, queue: EventQueue) -> ChatListItemViewModel {
        let actions = ChatListActionsBuilder(
            chat: chat, isBusy: isAnswering, ignoredUserIDs: shared.ignoredUserIDs,
            own: OwnPower(power: power, userID: shared.ownUserID), queue: queue
        ).build()
        return ChatListItemBuilder(row: self).build(actions: actions) { [queue, id = chat.id] in
            queue.post(ChatEvent.opened(chatID: id))
        }
    }
}

/// The values that all rows of chats are built from. ``ChatListRowCache/begin(_:)`` keeps equal ones the same object,
/// so that rows are compared quickly.
final class SharedChatListRowValues: Equatable, Sendable {
    let ignoredUserIDs: Set<String>
    let ownUserID: String
    let time: TimeText

    init(ignoredUserIDs: Set<String>, ownUserID: String, time: TimeText) {
        self.ignoredUserIDs = ignoredUserIDs
        self.ownUserID = ownUserID
        self.time = time
    }

    static func == (left: SharedChatListRowValues, right: SharedChatListRowValues) -> Bool {
        left === right || left.hasSameValues(as: right)
    }

    private func hasSameValues(as other: SharedChatListRowValues) -> Bool {
        ignoredUserIDs == other.ignoredUserIDs && ownUserID == other.ownUserID && time == other.time
    }
}
