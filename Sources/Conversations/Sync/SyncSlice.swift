/// A part of a sync batch that is committed in one transaction.
package struct SyncSlice: Hashable, Sendable {
    package var changes: [ChatChange]
    /// The chats of the whole batch that are encrypted now; set in the first slice only. It keeps lines from being
    /// sent in clear while the rest of the batch is applied.
    package var encryptedChatIDs: Set<String> = []
    /// The account's Matrix ID; set in the batch's first slice only. It keeps the account's own name out of the names
    /// of chats.
    package var ownUserID: String?
    /// A lower bound for the activity time of chats with messages in this slice, in milliseconds since 1970. It
    /// corrects the time of messages from a server whose clock is slow. It is `nil` if the messages may be old.
    package var leastActivity: Int64?
    /// All direct chats by Matrix ID, if the account's `m.direct` came with this batch.
    package var directChats: [String: [String]]?
    /// Contacts of the account that were changed or deleted.
    package var contacts: [ContactChange] = []
    /// The notification level of each chat that is not at `all`, if the push rules came with this batch.
    package var notificationLevels: [String: NotificationLevel]?
    /// The Matrix IDs of all ignored people, if that list came with this batch.
    package var ignoredUserIDs: Set<String>?
    /// All chats that exist, if the batch is a complete one; set in the last slice only.
    package var allChatIDs: Set<String>?
    /// The batch's `next_batch`; set in the last slice only.
    package var token: String?

    package init(changes: [ChatChange], directChats: [String: [String]]? = nil, token: String? = nil) {
        self.changes = changes
        self.directChats = directChats
        self.token = token
    }

    /// The approximate number of events.
    package var weight: Int { changes.reduce(contacts.count) { $0 + $1.weight } }

    /// Whether a timeline in it has a gap before its messages.
    package var leavesGap: Bool { changes.contains { $0.timeline?.isLimited == true } }
}
