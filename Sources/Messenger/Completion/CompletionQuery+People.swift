import ViewModels

extension CompletionQuery {
    /// Whether the members of the chat answer the query.
    var wantsPeople: Bool {
        switch kind {
        case .name, .person: true
        case .emoji, .command, .spelling: false
        }
    }
}
