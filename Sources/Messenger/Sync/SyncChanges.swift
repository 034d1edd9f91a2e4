import Conversations

/// The chats of which a slice of a sync changed something, by what it changed.
struct SyncChanges: Equatable {
    /// What the list or a chat's heading says of them.
    var chats: Set<String> = []
    var messages: Set<String> = []
    /// Who is there, and what they are called.
    var members: Set<String> = []
    /// How far people have read.
    var receipts: Set<String> = []
    /// Whose lines of the outbox the timeline shows now.
    var lines: Set<String> = []

    /// Those of which it changed anything.
    var all: Set<String> { chats.union(messages).union(members).union(receipts).union(lines) }
}

extension SyncChanges {
    /// Without what only models can compare: chats, and lines that were echoed.
    init(_ applied: AppliedSlice) {
        messages = Set(applied.newMessages.keys).union(applied.changedMessages.keys)
        members = Set(applied.changedMembers.keys)
        receipts = Set(applied.changedReadPlaces.keys)
    }
}
