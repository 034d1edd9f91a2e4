/// A person's membership in a chat, from its newest `m.room.member` event.
package struct ChatMember: Hashable, Sendable {
    package let userID: String
    /// The display name that the person chose; untrusted text.
    package var displayName: String?
    /// The name of the contact; `nil` if there is none. It is visible to the account's owner only.
    package var contactName: String?
    /// `join`, `invite`, `leave`, `ban` or `knock`.
    package var membership: String

    package init(userID: String, displayName: String?, contactName: String? = nil, membership: String) {
        self.userID = userID
        self.displayName = displayName
        self.contactName = contactName
        self.membership = membership
    }
}

/// The account's membership in a chat.
package enum ChatMembership: String, Hashable, Sendable {
    case joined, invited, left
    /// The account asked to join, and the request is not answered yet.
    case knocked
}

/// A person, with their name in a chat.
package struct ChatPerson: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name, untrusted text; `nil` if the person has none.
    package var displayName: String?
    /// The name of the contact; `nil` if there is none. It is visible to the account's owner only.
    package var contactName: String?
    /// Whether somebody else in the chat has a name that looks the same, so that the Matrix ID must be shown too.
    package var isNameShared = false

    package init(userID: String, displayName: String?, contactName: String? = nil) {
        self.userID = userID
        self.displayName = displayName
        self.contactName = contactName
    }
}

/// The state events that decide the permissions in a chat, as received.
package struct ChatPowerSource: Hashable, Sendable {
    /// The content of `m.room.power_levels` as JSON; `nil` if the chat has none or it was not received yet.
    package var levels: String?
    /// The content of `m.room.create` as JSON; `nil` if it was not received yet.
    package var creation: String?
    /// The sender of `m.room.create`.
    package var creator: String?

    package init(levels: String? = nil, creation: String? = nil, creator: String? = nil) {
        self.levels = levels
        self.creation = creation
        self.creator = creator
    }
}

/// The chat that replaces an upgraded one (`m.room.tombstone`). The ``Chat/predecessorID`` of the new chat says
/// whether it confirms this.
package struct ChatReplacement: Hashable, Sendable {
    package let chatID: String
    /// A server that takes part in the new chat: the server of the sender of `m.room.tombstone`.
    package let server: String?

    package init(chatID: String, server: String?) {
        self.chatID = chatID
        self.server = server
    }
}

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

/// The account's tags of a chat, which place it in the chat list on all its devices (client-server API, "Room
/// Tagging").
package struct ChatTags: Hashable, Sendable {
    /// `m.favourite`.
    package var isPinned: Bool
    /// The order among the pinned chats: lower numbers come first, and a chat without a number comes last.
    package var pinOrder: Double?
    /// `m.lowpriority`.
    package var isArchived: Bool

    package init(isPinned: Bool = false, pinOrder: Double? = nil, isArchived: Bool = false) {
        self.isPinned = isPinned
        self.pinOrder = pinOrder
        self.isArchived = isArchived
    }
}

/// The events of a chat that cause notifications, according to the account's push rules on all its devices.
package enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
    case all, mentions, off
}

/// A child of a space (client-server API, "Spaces", `m.space.child`).
package struct SpaceChild: Hashable, Sendable {
    package let chatID: String
    /// The sort key among the children. Children with a sort key come first, ordered by it.
    package let order: String?
    /// The time at which the space added the child, in milliseconds since 1970.
    package let addedAt: Int64
    /// Servers through which the child can be joined; empty if the child was removed.
    package let servers: [String]

    package init(chatID: String, order: String? = nil, addedAt: Int64 = 0, servers: [String]) {
        self.chatID = chatID
        self.order = order
        self.addedAt = addedAt
        self.servers = servers
    }
}

/// The order of the children of a space (client-server API, "Ordering of children within a space").
extension SpaceChild: Comparable {
    package static func < (left: SpaceChild, right: SpaceChild) -> Bool {
        if left.order != right.order {
            guard let first = left.order, let second = right.order else { return left.order != nil }
            return first < second
        }
        return (left.addedAt, left.chatID) < (right.addedAt, right.chatID)
    }
}
