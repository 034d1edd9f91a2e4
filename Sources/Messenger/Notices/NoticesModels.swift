package import Conversations
import Engine
import Glibc
package import ViewModels

/// A desktop notification that stays until its chats are read, or the next notification of the same chat replaces it.
package struct ChatNotification: Hashable, Sendable {
    /// The chats of the notification: a single chat, or all of them if there are many.
    package let chatIDs: Set<String>
    package let title: DisplayText
    /// The last message; empty if it may not be shown.
    package let text: DisplayText

    /// Returns the same notification with the account's name, for programs with several accounts.
    func of(account: DisplayText) -> ChatNotification {
        ChatNotification(
            chatIDs: chatIDs, title: .words("accounts.named", ["name": title.string, "account": account.string]),
            text: text)
    }
}

/// The settings for notifications outside of the screen, and their contents.
package struct NotificationRules: Hashable, Sendable {
    package enum Scope: String, CaseIterable, Sendable {
        /// All messages in the server's unread count, which leaves out muted chats.
        case all
        case mentions
        case none
    }

    package enum Content: String, CaseIterable, Sendable {
        case text
        /// Only the chat's name.
        case who
    }

    package var what = Scope.all
    package var shown = Content.text
    /// Whether the chat on screen raises notifications too, while the terminal has no focus.
    package var includesChatOnScreen = true
    /// The time without notifications; `nil` for none.
    package var quietHours: QuietHours?

    package init() {}
}

/// The daily period without notifications, on the days on which it begins.
package struct QuietHours: Hashable, Sendable {
    /// The start in minutes after midnight. An end that is not after the start is on the next day.
    package var start: Int
    package var end: Int
    package var days: Set<Weekday>

    package init(start: Int, end: Int, days: Set<Weekday> = Set(Weekday.allCases)) {
        self.start = start
        self.end = end
        self.days = days
    }

    package func isActive(on day: Weekday, minute: Int) -> Bool {
        if start < end { return days.contains(day) && (start..<end).contains(minute) }
        return days.contains(day) && minute >= start || days.contains(day.previous) && minute < end
    }

    /// Whether the time is within the period, by the local time of this machine.
    ///
    /// - Parameter now: the time in milliseconds since 1970.
    package func isActive(at now: Int64) -> Bool {
        let parts = TimeText.parts(of: now)
        let days = Weekday.allCases
        return isActive(
            on: days[(Int(parts.tm_wday) + 6) % days.count], minute: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
    }
}

/// The unread counts, for a status bar.
package struct UnreadSummary: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let chatID: String
        package let name: DisplayText
        package let unread: Int
        package let mentions: Int
    }

    /// The chats with unread messages, in the order of the list.
    package let entries: [Entry]

    package init(chats: [Chat]) {
        entries = chats.filter { $0.unreadCount > 0 }.map {
            Entry(
                chatID: $0.id, name: DisplayText(sanitizing: Naming.chat($0)), unread: $0.unreadCount,
                mentions: $0.highlightCount)
        }
    }

    package var total: Int { entries.reduce(0) { $0 + $1.unread } }

    package var mentions: Int { entries.reduce(0) { $0 + $1.mentions } }
}
