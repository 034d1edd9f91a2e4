/// A setting of a chat. The account sets it for all its devices, or, in the case of the name, for everybody in the
/// chat.
package enum ChatSetting: Hashable, Sendable {
    case tags(ChatTags)
    case notifications(NotificationLevel)
    case markedUnread(Bool)
    /// An empty name removes the current one.
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
