/// The events of a chat that cause notifications, according to the account's push rules on all its devices.
package enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
    case all, mentions, off
}
