package import SearchWords

/// What is looked for among all messages. Each part narrows what the others find; without any part all is found.
package struct SearchQuery: Hashable, Sendable {
    package enum Content: String, Hashable, Sendable, CaseIterable {
        case link, file, picture

        /// What a message has.
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
    /// What must not stand in it.
    package var excluded: [SearchTerm] = []
    /// By Matrix ID, of whom one said it; `nil` for anybody.
    package var senders: Set<String>?
    /// The chats in one of which it was said; `nil` for all.
    package var chatIDs: Set<String>?
    /// What it has, all of these.
    package var contents: Set<Content> = []
    /// When it was said, in milliseconds since 1970.
    package var times: Range<Int64> = 0..<Int64.max

    package init() {}
}
