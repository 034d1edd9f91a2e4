package import Conversations
import Engine

/// Actions on a message. Some name their chat, because a dialog about a message may be answered after another chat was
/// opened.
package enum MessageActionEvent: RoutedEvent {
    /// The next line is a reply to the message.
    case replying(to: OutboxLine.Target)
    /// The next line replaces the message. A line that was never sent returns to the composer.
    case editing(OutboxLine.Target)
    case deleting(OutboxLine.Target, reason: String, chatID: String)
    /// Adds a reaction, or removes it if the user has already reacted with it.
    case reacting(to: OutboxLine.Target, key: String, chatID: String)
    case forwarding(OutboxLine.Target, chatID: String, toChatID: String)
    /// Shows or hides the spoilers of a message.
    case turningSpoilers(of: String)
    /// Sends a refused line again.
    case resending(lineID: String, chatID: String)
    case withdrawing(lineID: String, chatID: String)
}

/// The user's recent reactions, across all chats.
package struct ReactionModel {
    /// The recent reactions, the latest first.
    package private(set) var recent: [String] = []

    private static let maxRecent = 12

    /// Appends older reactions to the known ones.
    mutating func load(_ older: [String]) {
        recent = Array((recent + older.filter { !recent.contains($0) }).prefix(Self.maxRecent))
    }

    mutating func give(_ key: String) {
        recent = Array(([key] + recent.filter { $0 != key }).prefix(Self.maxRecent))
    }
}
