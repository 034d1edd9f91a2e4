/// Something about a chat that the account sets for all its devices, or, with the name, for everybody in the chat.
package enum ChatSetting: Hashable, Sendable {
    case tags(ChatTags)
    case notifications(NotificationLevel)
    case markedUnread(Bool)
    /// An empty one takes the name away.
    case name(String)

    package func apply(to chat: inout Chat) {
        switch self {
        case .tags(let tags): chat.tags = tags
        case .notifications(let level): chat.notificationLevel = level
        case .markedUnread(let isMarked): chat.isMarkedUnread = isMarked
        case .name(let name): chat.givenName = name.isEmpty ? nil : name
        }
    }
}
