extension Chat {
    /// What the account wants to be told of and has not read.
    package var unreadCount: Int {
        switch notificationLevel {
        case .all: notificationCount
        case .mentions: highlightCount
        case .off: 0
        }
    }

    package var hasMention: Bool { highlightCount > 0 && notificationLevel != .off }

    /// Whether the person has yet to look at it or to answer.
    package var isWaiting: Bool { membership == .invited || isMarkedUnread || unreadCount > 0 }
}
