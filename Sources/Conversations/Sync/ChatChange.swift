/// The changes that a sync reports for one chat. Applying them twice has the same effect as applying them once.
package struct ChatChange: Hashable, Sendable {
    package struct Timeline: Hashable, Sendable {
        /// The messages, oldest first.
        package var messages: [Message]
        /// Whether messages are missing between the known timeline and the first of these messages.
        package var isLimited: Bool
        /// The token that requests the messages before the first of these.
        package var previousBatch: String?
        /// The event before the first of these messages, if this is a piece of a response and an earlier piece
        /// contains that event.
        package private(set) var precedingEventID: String?
        /// The events after the last of these messages, oldest first, if this is a piece of a response and later
        /// pieces contain them.
        package private(set) var followingEventIDs: [String] = []

        package init(messages: [Message], isLimited: Bool, previousBatch: String?) {
            self.messages = messages
            self.isLimited = isLimited
            self.previousBatch = previousBatch
        }

        /// Returns a piece of a response, to be applied after the pieces before it. Only the first piece has the data
        /// about the time before its messages.
        package func piece(_ range: Range<Int>) -> Timeline {
            let isFirst = range.lowerBound == 0
            var piece = Timeline(
                messages: Array(messages[range]), isLimited: isFirst && isLimited,
                previousBatch: isFirst ? previousBatch : nil)
            piece.precedingEventID = isFirst ? precedingEventID : messages[range.lowerBound - 1].eventID
            piece.followingEventIDs = messages[range.upperBound...].map(\.eventID) + followingEventIDs
            return piece
        }

        /// Returns a copy in which each message and each event identifier is changed.
        package func map(_ message: (Message) -> Message, eventID: (String) -> String) -> Timeline {
            var timeline = self
            timeline.messages = messages.map(message)
            timeline.precedingEventID = precedingEventID.map(eventID)
            timeline.followingEventIDs = followingEventIDs.map(eventID)
            return timeline
        }
    }

    /// A value that the sync sets or leaves unmentioned.
    package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        case unchanged
        case set(Value)
    }

    package struct Creation: Hashable, Sendable {
        package let content: String
        package let creator: String?

        package init(content: String, creator: String?) {
            self.content = content
            self.creator = creator
        }
    }

    package let chatID: String
    package var membership: ChatMembership
    package var givenName: Setting<String?> = .unchanged
    package var canonicalAlias: Setting<String?> = .unchanged
    package var topic: Setting<String?> = .unchanged
    package var isEncrypted: Setting<Bool> = .unchanged
    /// The content of `m.room.encryption` as JSON.
    package var encryptionSettings: Setting<String> = .unchanged
    /// The value of `m.room.history_visibility`.
    package var historyVisibility: Setting<String> = .unchanged
    /// The Matrix IDs from the summary.
    package var heroes: Setting<[String]> = .unchanged
    package var joinedCount: Setting<Int> = .unchanged
    package var invitedCount: Setting<Int> = .unchanged
    package var inviter: Setting<ChatPerson?> = .unchanged
    package var invitationReason: Setting<String?> = .unchanged
    package var isDirectInvitation: Setting<Bool> = .unchanged
    /// The time of an invitation, in milliseconds since 1970. For other chats the timeline has the time.
    package var invitedAt: Setting<Int64> = .unchanged
    package var notificationCount: Setting<Int> = .unchanged
    package var highlightCount: Setting<Int> = .unchanged
    package var fullyReadEventID: Setting<String> = .unchanged
    package var tags: Setting<ChatTags> = .unchanged
    package var isMarkedUnread: Setting<Bool> = .unchanged
    /// The content of `m.room.power_levels` as JSON.
    package var powerLevels: Setting<String> = .unchanged
    /// The content of `m.room.create` as JSON, and its sender.
    package var creation: Setting<Creation> = .unchanged
    package var replacement: Setting<ChatReplacement?> = .unchanged
    package var predecessorID: Setting<String?> = .unchanged
    package var isSpace: Setting<Bool> = .unchanged
    /// The children that a space added or removed.
    package var spaceChildren: [SpaceChild] = []
    package var members: [ChatMember] = []
    package var receipts: [ReadReceipt] = []
    /// The account's read positions in threads.
    package var threadReads: [ThreadRead] = []
    /// Events up to which the account has read all threads, from receipts that name no thread.
    package var allThreadsRead: [String] = []
    package var timeline: Timeline?

    package init(chatID: String, membership: ChatMembership) {
        self.chatID = chatID
        self.membership = membership
    }
}

extension ChatChange {
    /// The approximate number of events.
    package var weight: Int { 1 + (timeline?.messages.count ?? 0) + members.count }
}
