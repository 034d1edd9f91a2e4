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

    /// - Returns: `nil` where there is nothing to ask: no words, or no chat of which a part is missing.
    init?(_ text: SearchedText, _ query: SearchQuery, chatsWithGaps: Set<String>) {
        let chatIDs = query.chatIDs?.intersection(chatsWithGaps) ?? chatsWithGaps
        guard !text.said.isEmpty, !chatIDs.isEmpty, query.senders?.isEmpty != true else { return nil }
        self.chatIDs = chatIDs
        senders = query.senders
        // A server may take a word that nothing follows for the beginning of one.
        term = text.said.joined(separator: " ") + (query.terms.last?.isPrefix == true ? "" : " ")
        var rest = SearchQuery()
        (rest.excluded, rest.contents, rest.times) = (query.excluded, query.contents, query.times)
        self.query = rest
    }
}
