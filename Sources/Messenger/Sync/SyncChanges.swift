import Conversations

/// The chats that a slice of a sync changed, by the kind of change.
struct SyncChanges: Equatable {
    /// Chats with changes in the list or their heading.
    var chats: Set<String> = []
    var messages: Set<String> = []
    /// Chats with changes in members or their names.
    var members: Set<String> = []
    /// Chats with new read receipts.
    var receipts: Set<String> = []
    /// Chats with outbox messages that the timeline now shows as events.
    var lines: Set<String> = []

    /// All chats with any change.
    var all: Set<String> { chats.union(messages).union(members).union(receipts).union(lines) }
}

extension SyncChanges {
    /// Leaves out the changes that only models can find: chats and echoed outbox messages.
    init(_ applied: AppliedSlice) {
        messages = Set(applied.newMessages.keys).union(applied.changedMessages.keys)
        members = Set(applied.changedMembers.keys)
        receipts = Set(applied.changedReadPlaces.keys)
    }
}
