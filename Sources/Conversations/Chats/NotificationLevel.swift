/// For what of a chat the account wants to be told, as its push rules say on all its devices.
package enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
    case all, mentions, off
}
