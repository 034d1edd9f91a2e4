import ViewModels

extension CompletionQuery {
    /// Whether those who are in the chat answer it.
    var wantsPeople: Bool {
        switch kind {
        case .name, .person: true
        case .emoji, .command, .spelling: false
        }
    }
}
