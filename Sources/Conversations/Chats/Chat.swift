/// A conversation as this device knows it: a Matrix room that the account joined, left or is invited to.
package struct Chat: Hashable, Sendable, Identifiable {
    /// The room identifier, opaque.
    package let id: String
    package var membership: ChatMembership
    /// The name that was given to it (`m.room.name`), `nil` where there is none.
    package var givenName: String?
    package var canonicalAlias: String?
    package var topic: String?
    /// The other person's Matrix ID where the account's `m.direct` says that this is a direct chat.
    package var directUserID: String?
    /// The people who name a chat without a name, by Matrix ID, with the names that they have in it.
    package var heroes: [ChatPerson]
    package var joinedCount: Int { didSet { joinedCount = NumberLimits.count(joinedCount) } }
    package var invitedCount: Int { didSet { invitedCount = NumberLimits.count(invitedCount) } }
    /// Who invited the account, in an invitation.
    package var inviter: ChatPerson?
    /// Why they do, in their words (`reason` of the own membership).
    package var invitationReason: String?
    /// Whether an invitation is to a direct chat (`is_direct` of the own membership).
    package var isDirectInvitation: Bool
    package var isEncrypted: Bool
    /// What the server counts as worth a notice, and what of it is a mention.
    package var notificationCount: Int { didSet { notificationCount = NumberLimits.count(notificationCount) } }
    package var highlightCount: Int { didSet { highlightCount = NumberLimits.count(highlightCount) } }
    /// The newest thing said, for the list.
    package var lastMessage: Message?
    /// Who said it, as they are called in this chat; `nil` where nothing was said.
    package var lastSender: ChatPerson?
    /// Whether who invited the account is in another chat with it, as far as this device knows.
    package var isInviterKnown = false
    /// Milliseconds since 1970, of the newest message or of the invitation; the list's order.
    package var lastActivity: Int64 { didSet { lastActivity = NumberLimits.time(lastActivity) } }
    /// The last event that the account has read on any device (`m.fully_read`).
    package var fullyReadEventID: String?
    package var tags: ChatTags
    package var notificationLevel: NotificationLevel
    /// Whether the person put it aside to look at again (`m.marked_unread`).
    package var isMarkedUnread: Bool
    /// Whether something was said in it that the account has not read, where it is not told of all. Nothing counts that.
    package var hasNews = false
    package var powerSource = ChatPowerSource()
    /// `nil` where it goes on here.
    package var replacement: ChatReplacement?
    /// The chat that this one goes on from, as its creation says.
    package var predecessorID: String?
    /// Whether it is no chat but a group of them (client-server API, "Spaces").
    package var isSpace = false
    /// Whether it is called as one person, and another chat has a name that looks the same. No store keeps it.
    package var isNameShared = false
    /// What a space says is part of it, in its order.
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
    /// What the account wants to be told of and has not read.
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

    /// Whether the person has yet to look at it or to answer.
    package var isWaiting: Bool { membership == .invited || !isSpace && (isMarkedUnread || unreadCount > 0) }

    /// Whether it is an invitation from one of these people, by Matrix ID. Every outlet leaves out those of ignored people.
    package func isInvitation(fromAnyOf userIDs: Set<String>) -> Bool {
        membership == .invited && inviter.map { userIDs.contains($0.userID) } ?? false
    }

    /// Whether at most two people are in it, as far as anybody counted them.
    package var isBetweenTwo: Bool { joinedCount + invitedCount <= 2 }

    /// Whether it stands in the list as a group of chats.
    package var isJoinedSpace: Bool { isSpace && membership == .joined }
}
