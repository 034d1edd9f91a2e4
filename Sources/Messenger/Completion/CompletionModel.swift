package import Conversations
import Engine
package import ViewModels

/// Requests for completions and their results.
package enum CompletionEvent: RoutedEvent {
    case asked(CompletionQuery)
    case found(CompletionQuery, [CompletionCandidate])
    /// Members of a chat were loaded that this device did not know before.
    case peopleCame([ChatMember], chatID: String)
}

/// The completions for the text that is being typed.
package struct CompletionModel {
    package private(set) var query: CompletionQuery?
    package private(set) var candidates: [CompletionCandidate] = []
    private(set) var asked: CompletionQuery?
    /// The number of answers. The pane waits for one also if it asks the same again.
    package private(set) var count = 0

    mutating func ask(_ query: CompletionQuery) { asked = query }

    /// Takes the answer to the newest query, and no other.
    mutating func answer(_ query: CompletionQuery, with candidates: [CompletionCandidate]) {
        guard query == asked else { return }
        self.query = query
        self.candidates = candidates
        count += 1
    }
}

/// A completion for the text that is being typed.
package enum CompletionCandidate: Hashable, Sendable {
    /// - called: the name that identifies them in a line of this chat, without the `@`.
    case person(userID: String, displayName: String, called: String)
    case emoji(String, name: String)
    case command(SlashCommand)
    /// A suggested spelling.
    case spelling(String)
    /// Adds the typed word to the dictionary.
    case newWord(String)
}

extension CompletionQuery {
    /// Whether the members of the chat answer the query.
    var wantsPeople: Bool {
        switch kind {
        case .name, .person: true
        case .emoji, .command, .spelling: false
        }
    }
}
