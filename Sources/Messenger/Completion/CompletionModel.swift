import ViewModels

/// The completions for the text that is being typed.
struct CompletionModel {
    private(set) var query: CompletionQuery?
    private(set) var candidates: [CompletionCandidate] = []
    private(set) var asked: CompletionQuery?
    /// The number of answers. The pane waits for one also if it asks the same again.
    private(set) var count = 0

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
