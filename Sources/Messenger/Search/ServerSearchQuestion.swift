import Conversations
import SearchWords

/// A query to the server, for chats with missing messages on this device.
package struct ServerSearchQuestion: Hashable, Sendable {
    /// The words as typed.
    let term: String
    let chatIDs: Set<String>
    /// The senders; `nil` for anybody.
    let senders: Set<String>?
    /// The conditions that a server doesn't support, which are checked locally.
    let query: SearchQuery

    /// Whether the query has no words that the server could search for. Then all messages are read page by page.
    var isWalk: Bool { term.isEmpty }

    /// - Returns: `nil` if there is nothing to search: no chat has missing messages, or the query has no condition.
    init?(_ text: SearchedText, _ query: SearchQuery, chatsWithGaps: Set<String>) {
        let chatIDs = query.chatIDs?.intersection(chatsWithGaps) ?? chatsWithGaps
        guard !chatIDs.isEmpty, query.senders?.isEmpty != true else { return nil }
        if text.said.isEmpty {
            let saysWhat = query.senders != nil || !query.contents.isEmpty || !text.chats.isEmpty
            guard query.terms.isEmpty, saysWhat || query.times != SearchQuery().times else { return nil }
        }
        self.chatIDs = chatIDs
        senders = query.senders
        // A server may treat the last word as a prefix unless a blank follows.
        let words = text.said.joined(separator: " ")
        term = words.isEmpty || query.terms.last?.isPrefix == true ? words : words + " "
        var rest = SearchQuery()
        (rest.excluded, rest.contents, rest.times) = (query.excluded, query.contents, query.times)
        self.query = rest
    }
}
