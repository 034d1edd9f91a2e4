import Conversations
import SearchWords

/// What the server is asked, of chats of which this device lacks a part.
package struct ServerSearchQuestion: Hashable, Sendable {
    /// The words as they were typed.
    let term: String
    let chatIDs: Set<String>
    /// Of whom one said it; `nil`: anybody.
    let senders: Set<String>?
    /// What a server isn't asked and is looked at here.
    let query: SearchQuery

    /// Whether no words are looked for, of which a server knows where they stand: it is asked for all that was said, page by page.
    var isWalk: Bool { term.isEmpty }

    /// - Returns: `nil` where there is nothing to ask: no chat of which a part is missing, or nothing that says what is meant.
    init?(_ text: SearchedText, _ query: SearchQuery, chatsWithGaps: Set<String>) {
        let chatIDs = query.chatIDs?.intersection(chatsWithGaps) ?? chatsWithGaps
        guard !chatIDs.isEmpty, query.senders?.isEmpty != true else { return nil }
        if text.said.isEmpty {
            let saysWhat = query.senders != nil || !query.contents.isEmpty || !text.chats.isEmpty
            guard query.terms.isEmpty, saysWhat || query.times != SearchQuery().times else { return nil }
        }
        self.chatIDs = chatIDs
        senders = query.senders
        // A server may take a word that nothing follows for the beginning of one.
        let words = text.said.joined(separator: " ")
        term = words.isEmpty || query.terms.last?.isPrefix == true ? words : words + " "
        var rest = SearchQuery()
        (rest.excluded, rest.contents, rest.times) = (query.excluded, query.contents, query.times)
        self.query = rest
    }
}
