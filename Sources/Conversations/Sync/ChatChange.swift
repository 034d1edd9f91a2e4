/// What a sync says about one chat. Applied twice it is as good as applied once.
package struct ChatChange: Hashable, Sendable {
    package struct Timeline: Hashable, Sendable {
        /// Oldest first.
        package var messages: [Message]
        /// Whether messages are missing between what is known and the first of these.
        package var isLimited: Bool
        /// Asks for what is before the first of these.
        package var previousBatch: String?
        /// In a piece of an answer, its event before the first of these, which came with an earlier piece.
        package private(set) var precedingEventID: String?
        /// In a piece of an answer, its events after the last of these, oldest first, which come with later pieces.
        package private(set) var followingEventIDs: [String] = []

        package init(messages: [Message], isLimited: Bool, previousBatch: String?) {
            self.messages = messages
            self.isLimited = isLimited
            self.previousBatch = previousBatch
        }

        /// A part of an answer, to be applied after the parts before it. The first alone says what is before the
        /// messages.
        package func piece(_ range: Range<Int>) -> Timeline {
            let isFirst = range.lowerBound == 0
            var piece = Timeline(
                messages: Array(messages[range]), isLimited: isFirst && isLimited,
                previousBatch: isFirst ? previousBatch : nil)
            piece.precedingEventID = isFirst ? precedingEventID : messages[range.lowerBound - 1].eventID
            piece.followingEventIDs = messages[range.upperBound...].map(\.eventID) + followingEventIDs
            return piece
        }

        /// The same with each message and each identifier of an event changed.
        package func map(_ message: (Message) -> Message, eventID: (String) -> String) -> Timeline {
            var timeline = self
            timeline.messages = messages.map(message)
            timeline.precedingEventID = precedingEventID.map(eventID)
            timeline.followingEventIDs = followingEventIDs.map(eventID)
            return timeline
        }
    }

    /// A value that the sync sets, as opposed to one it doesn't mention.
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
    /// As in `m.room.history_visibility`.
    package var historyVisibility: Setting<String> = .unchanged
    /// By Matrix ID, from the summary.
    package var heroes: Setting<[String]> = .unchanged
    package var joinedCount: Setting<Int> = .unchanged
    package var invitedCount: Setting<Int> = .unchanged
    package var inviter: Setting<ChatPerson?> = .unchanged
    package var invitationReason: Setting<String?> = .unchanged
    package var isDirectInvitation: Setting<Bool> = .unchanged
    /// Milliseconds since 1970, for an invitation; the timeline says it otherwise.
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
    /// What a space took in or out.
    package var spaceChildren: [SpaceChild] = []
    package var members: [ChatMember] = []
    package var receipts: [ReadReceipt] = []
    /// How far the account has read in threads.
    package var threadReads: [ThreadRead] = []
    /// Events up to which the account has read all threads, as a receipt says that names none.
    package var allThreadsRead: [String] = []
    package var timeline: Timeline?

    package init(chatID: String, membership: ChatMembership) {
        self.chatID = chatID
        self.membership = membership
    }
}

extension ChatChange {
    /// About how many events it holds.
    package var weight: Int { 1 + (timeline?.messages.count ?? 0) + members.count }
}
