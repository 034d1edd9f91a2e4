package import SearchWords

/// A message that a search found.
package struct SearchHit: Hashable, Sendable {
    package let chatID: String
    package let placed: PlacedMessage
    /// The sort key among all results; newer messages have greater ones.
    package let place: Int64
    /// The sender's name in the chat; `nil` if none is known.
    package var senderName: String?
    /// Whether somebody else in the chat has a name that looks the same.
    package var isSenderNameShared = false

    /// Whether the message is on a server only, not on this device.
    package var isElsewhere = false

    package var message: Message { placed.message }

    package init(chatID: String, placed: PlacedMessage, place: Int64, senderName: String?) {
        self.chatID = chatID
        self.placed = placed
        self.place = place
        self.senderName = senderName
    }
}

/// A page of search results, newest first.
package struct SearchPage: Hashable, Sendable {
    package var hits: [SearchHit]
    /// The sort key before which more results may exist; `nil` if this is the last page.
    package var next: Int64?

    package init(hits: [SearchHit], next: Int64?) {
        self.hits = hits
        self.next = next
    }
}

/// A person who sent a stored message.
package struct SearchPerson: Hashable, Sendable {
    package let userID: String
    package let name: String

    package init(userID: String, name: String) {
        self.userID = userID
        self.name = name
    }
}

/// The conditions of a search in all messages. A result has to meet each of them; without any condition, all messages
/// match.
package struct SearchQuery: Hashable, Sendable {
    package enum Content: String, Hashable, Sendable, CaseIterable {
        case link, file, picture

        /// Returns the content types of a message.
        package static func all(in body: String, of kind: Message.Kind) -> [Content] {
            let contents: [Content] =
                switch kind {
                case .picture: [.picture, .file]
                case .video, .sound, .file: [.file]
                default: []
                }
            return body.contains("https://") || body.contains("http://") ? contents + [.link] : contents
        }
    }

    package var terms: [SearchTerm] = []
    /// Terms that must not occur in the message.
    package var excluded: [SearchTerm] = []
    /// The allowed senders by Matrix ID; `nil` for anybody.
    package var senders: Set<String>?
    /// The chats to search; `nil` for all.
    package var chatIDs: Set<String>?
    /// The content types that the message must have, all of these.
    package var contents: Set<Content> = []
    /// The range of the message's time, in milliseconds since 1970.
    package var times: Range<Int64> = 0..<Int64.max

    package init() {}
}
