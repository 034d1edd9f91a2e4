package import Conversations

/// What a person did that can be taken back, with what that needs.
package enum ReversibleChange: Hashable, Sendable {
    /// A setting of a chat, and what it was before.
    case set(ChatSetting, before: ChatSetting, chatID: String)
    /// All up to an event, as the task has it.
    case markedRead(chatID: String, eventID: String?)
    case ignored(userID: String, Bool)
    /// A line that had not left was withdrawn.
    case withdrew(TypedLine)
    /// What was written as the new words of a message was left by Esc, or for another message or chat.
    case leftEdit(TypedLine)
}

extension ReversibleChange {
    /// - Parameter chat: as it was before.
    /// - Returns: `nil` for what can't be taken back, and for what changes nothing.
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

    /// The task that it was; `nil` where it was none.
    var task: ChatTask? {
        switch self {
        case .set(let setting, _, let chatID): .set(setting, chatID: chatID)
        case .markedRead(let chatID, let eventID): .markRead(chatID: chatID, eventID: eventID)
        case .ignored(let userID, let isIgnored): .ignore(userID: userID, isIgnored)
        case .withdrew, .leftEdit: nil
        }
    }

    /// What the server is asked for to take it back; `nil` where words come back.
    var reverse: ChatTask? {
        switch self {
        case .set(_, let before, let chatID): .set(before, chatID: chatID)
        // Receipts never go back, so that the mark is what brings it to attention again.
        case .markedRead(let chatID, _): .set(.markedUnread(true), chatID: chatID)
        case .ignored(let userID, let isIgnored): .ignore(userID: userID, !isIgnored)
        case .withdrew, .leftEdit: nil
        }
    }

    var chatID: String? {
        switch self {
        case .set(_, _, let chatID), .markedRead(let chatID, _): chatID
        case .withdrew(let typed), .leftEdit(let typed): typed.chatID
        case .ignored: nil
        }
    }
}

extension ChatSetting {
    /// The same setting as a chat has it; `nil` for the name, which all see and which is asked about before.
    fileprivate func former(in chat: Chat) -> ChatSetting? {
        switch self {
        case .tags: .tags(chat.tags)
        case .notifications: .notifications(chat.notificationLevel)
        case .markedUnread: .markedUnread(chat.isMarkedUnread)
        case .name: nil
        }
    }
}
