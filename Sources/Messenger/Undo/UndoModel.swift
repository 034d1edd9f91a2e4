package import Conversations
import Engine

/// Events of undoing.
package enum UndoEvent: RoutedEvent {
    /// The user did something that can be undone.
    case did(ReversibleChange)
    case takingBack
}

/// The user's actions that can be undone, in order; the last is undone first.
package struct UndoModel {
    private var changes: [ReversibleChange] = []
    /// The notice to show.
    package private(set) var notice: UndoNotice?
    /// Increases with each notice.
    package private(set) var count = 0

    /// The action that would be undone now.
    package var last: ReversibleChange? { changes.last }

    mutating func did(_ change: ReversibleChange) {
        changes.append(change)
        if changes.count > Self.limit { changes.removeFirst() }
        show(.did(change))
    }

    /// - Returns: the action to undo.
    mutating func takeLast() -> ReversibleChange? {
        guard let change = changes.popLast() else { return nil }
        show(.tookBack(change))
        return change
    }

    /// Removes an action that failed.
    mutating func forget(_ task: ChatTask) {
        guard let index = changes.lastIndex(where: { $0.task == task }) else { return }
        changes.remove(at: index)
    }

    private mutating func show(_ notice: UndoNotice) {
        self.notice = notice
        count += 1
    }

    /// The most actions that are kept.
    private static let limit = 100
}

/// A notice about an action that can be undone, or was.
package enum UndoNotice: Hashable {
    case did(ReversibleChange)
    case tookBack(ReversibleChange)
}

/// An action of the user that can be undone, with the data for that.
package enum ReversibleChange: Hashable, Sendable {
    /// A setting of a chat, with its former value.
    case set(ChatSetting, before: ChatSetting, chatID: String)
    /// Everything up to an event was marked as read, as by `ChatTask.markRead`.
    case markedRead(chatID: String, eventID: String?)
    case ignored(userID: String, Bool)
    /// A message that hadn't been sent was withdrawn.
    case withdrew(TypedLine)
    /// An edit of a message was abandoned by Esc or by changing to another message or chat.
    case leftEdit(TypedLine)
}

extension ReversibleChange {
    /// - Parameter chat: the chat before the change.
    /// - Returns: `nil` if the task can't be undone or changes nothing.
    init?(_ task: ChatTask, chat: Chat?) {
        switch task {
        case .set(let setting, let chatID):
            guard let chat, let before = setting.former(in: chat), before != setting else { return nil }
            self = .set(setting, before: before, chatID: chatID)
        case .markRead(let chatID, let eventID): self = .markedRead(chatID: chatID, eventID: eventID)
        case .ignore(let userID, let isIgnored): self = .ignored(userID: userID, isIgnored)
        case .follow, .forget, .place, .makeSpace: return nil
        }
    }

    /// The task that made the change; `nil` if none did.
    var task: ChatTask? {
        switch self {
        case .set(let setting, _, let chatID): .set(setting, chatID: chatID)
        case .markedRead(let chatID, let eventID): .markRead(chatID: chatID, eventID: eventID)
        case .ignored(let userID, let isIgnored): .ignore(userID: userID, isIgnored)
        case .withdrew, .leftEdit: nil
        }
    }

    /// The task for the server that undoes the change; `nil` if only text is restored.
    var reverse: ChatTask? {
        switch self {
        case .set(_, let before, let chatID): .set(before, chatID: chatID)
        // Receipts can't be undone, so the chat is marked as unread instead.
        case .markedRead(let chatID, _): .set(.markedUnread(true), chatID: chatID)
        case .ignored(let userID, let isIgnored): .ignore(userID: userID, !isIgnored)
        case .withdrew, .leftEdit: nil
        }
    }

    package var chatID: String? {
        switch self {
        case .set(_, _, let chatID), .markedRead(let chatID, _): chatID
        case .withdrew(let typed), .leftEdit(let typed): typed.chatID
        case .ignored: nil
        }
    }
}

extension ChatSetting {
    /// The current value of the same setting in a chat. It is `nil` for the name, which everybody sees and which is
    /// confirmed before.
    fileprivate func former(in chat: Chat) -> ChatSetting? {
        switch self {
        case .tags: .tags(chat.tags)
        case .notifications: .notifications(chat.notificationLevel)
        case .markedUnread: .markedUnread(chat.isMarkedUnread)
        case .name: nil
        }
    }
}
