package import SearchWords

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
