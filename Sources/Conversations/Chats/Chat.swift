/// A conversation as this device knows it: a Matrix room that the account joined, left or is invited to.
package struct Chat: Hashable, Sendable, Identifiable {
    /// The room identifier, opaque.
    package let id: String
    package var membership: ChatMembership
    /// The explicit name of the chat (`m.room.name`); `nil` if there is none.
    package var givenName: String?
    package var canonicalAlias: String?
    package var topic: String?
    /// The other person's Matrix ID if the account's `m.direct` says that this is a direct chat.
    package var directUserID: String?
    /// The heroes from the room summary, with their names in the chat. A chat without a name is named after them.
    package var heroes: [ChatPerson]
    package var joinedCount: Int { didSet { joinedCount = NumberLimits.count(joinedCount) } }
    package var invitedCount: Int { didSet { invitedCount = NumberLimits.count(invitedCount) } }
    /// The sender of the invitation, if the account is invited.
    package var inviter: ChatPerson?
    /// The inviter's reason for the invitation (`reason` of the account's own membership).
    package var invitationReason: String?
    /// Whether an invitation is to a direct chat (`is_direct` of the account's own membership).
    package var isDirectInvitation: Bool
    package var isEncrypted: Bool
    /// The server's count of events that cause a notification; ``highlightCount`` counts the mentions among them.
    package var notificationCount: Int { didSet { notificationCount = NumberLimits.count(notificationCount) } }
    package var highlightCount: Int { didSet { highlightCount = NumberLimits.count(highlightCount) } }
    /// The newest message, for the chat list.
    package var lastMessage: Message?
    /// The sender of the newest message, with their name in this chat; `nil` if there is no message.
    package var lastSender: ChatPerson?
    /// Whether the inviter is in another chat with the account, as far as this device knows.
    package var isInviterKnown = false
    /// The time of the newest message or of the invitation, in milliseconds since 1970. The chat list is ordered by
    /// it.
    package var lastActivity: Int64 { didSet { lastActivity = NumberLimits.time(lastActivity) } }
    /// The last event that the account has read on any device (`m.fully_read`).
    package var fullyReadEventID: String?
    package var tags: ChatTags
    package var notificationLevel: NotificationLevel
    /// Whether the user marked the chat as unread (`m.marked_unread`).
    package var isMarkedUnread: Bool
    /// Whether the newest message is after the read position, in a chat whose notification level is not `all`. The
    /// server's counts leave out such messages.
    package var hasNews = false
    package var powerSource = ChatPowerSource()
    /// The chat that replaces this one; `nil` if this one was not upgraded.
    package var replacement: ChatReplacement?
    /// The identifier of the chat that this one replaces, according to its creation event.
    package var predecessorID: String?
    /// Whether the room is a space, that is a group of chats (client-server API, "Spaces").
    package var isSpace = false
    /// Whether the chat is named after one person and another chat has a name that looks the same. This is not
    /// stored.
    package var isNameShared = false
    /// The chats that a space declares as its children, in its order.
    package var spaceChildren: [SpaceChild] = []

    package init(id: String, membership: ChatMembership) {
        self.id = id
        self.membership = membership
        heroes = []
        joinedCount = 0
        invitedCount = 0
        isDirectInvitation = false
        isEncrypted = false
        notificationCount = 0
        highlightCount = 0
        lastActivity = 0
        tags = ChatTags()
        notificationLevel = .all
        isMarkedUnread = false
    }
}

extension Chat {
    /// The number of unread messages that cause a notification at the chat's notification level.
    package var unreadCount: Int {
        if isSpace || membership != .joined { return 0 }
        return switch notificationLevel {
        case .all: notificationCount
        case .mentions: highlightCount
        case .off: 0
        }
    }

    package var hasMention: Bool {
        highlightCount > 0 && notificationLevel != .off && !isSpace && membership == .joined
    }

    /// Whether the chat needs attention: it is an invitation, is marked unread or has unread messages.
    package var isWaiting: Bool { membership == .invited || !isSpace && (isMarkedUnread || unreadCount > 0) }

    /// Whether this is an invitation from one of these people, given by Matrix ID. Every view leaves out invitations
    /// from ignored people.
    package func isInvitation(fromAnyOf userIDs: Set<String>) -> Bool {
        membership == .invited && inviter.map { userIDs.contains($0.userID) } ?? false
    }

    /// Whether the chat has at most two joined and invited members.
    package var isBetweenTwo: Bool { joinedCount + invitedCount <= 2 }

    /// Whether the chat list shows it as a group of chats.
    package var isJoinedSpace: Bool { isSpace && membership == .joined }
}

extension Chat {
    /// Whether the chat was imported from a file. It exists on this device only: no server knows it, and no request
    /// about it is sent.
    package var isImported: Bool { Self.isImported(id) }

    package static func isImported(_ id: String) -> Bool { id.hasPrefix(importedPrefix) }

    /// Returns the local identifier of an imported chat. No room has such an identifier (appendices, "Room IDs").
    ///
    /// - Parameter chatID: the identifier in the file.
    package static func importedID(of chatID: String) -> String { importedPrefix + chatID }

    /// The identifier of the original chat: for an imported chat, the identifier in the file.
    package var originalID: String { isImported ? String(id.dropFirst(Self.importedPrefix.count)) : id }

    /// The prefix of all identifiers of imported chats.
    package static let importedPrefix = "imported:"
}
