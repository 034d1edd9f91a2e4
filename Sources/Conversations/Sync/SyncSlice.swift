/// A part of a sync batch that is committed as one.
package struct SyncSlice: Hashable, Sendable {
    package var changes: [ChatChange]
    /// The chats of the whole batch that are encrypted now, in its first slice alone: no line may go out in clear while the rest
    /// of the batch is applied.
    package var encryptedChatIDs: Set<String> = []
    /// The account's Matrix ID, in the batch's first slice alone: nobody is called by their own name to themselves.
    package var ownUserID: String?
    /// The least activity of a chat whose messages came with the slice, in milliseconds since 1970; `nil` where they
    /// may be old. A message of a server whose clock is behind has come nevertheless.
    package var leastActivity: Int64?
    /// All direct chats, Matrix ID to room identifiers, where the account's `m.direct` came with this batch.
    package var directChats: [String: [String]]?
    /// Contacts of the account that were changed or deleted.
    package var contacts: [ContactChange] = []
    /// For what of each chat the account wants to be told, where that is not everything and the push rules came with this
    /// batch.
    package var notificationLevels: [String: NotificationLevel]?
    /// All whom the account ignores, by Matrix ID, where that came with this batch.
    package var ignoredUserIDs: Set<String>?
    /// All chats that there are, where the batch tells all there is, in its last slice alone.
    package var allChatIDs: Set<String>?
    /// The batch's `next_batch`, in its last slice alone.
    package var token: String?

    package init(changes: [ChatChange], directChats: [String: [String]]? = nil, token: String? = nil) {
        self.changes = changes
        self.directChats = directChats
        self.token = token
    }

    /// About how many events it holds.
    package var weight: Int { changes.reduce(contacts.count) { $0 + $1.weight } }

    /// Whether messages are missing before some of those that it has.
    package var leavesGap: Bool { changes.contains { $0.timeline?.isLimited == true } }
}
