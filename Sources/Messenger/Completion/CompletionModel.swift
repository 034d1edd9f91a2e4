import ViewModels

/// The completions for the text that is being typed.
@MainActor
final class CompletionModel {
    private(set) var query: CompletionQuery?
    private(set) var candidates: [CompletionCandidate] = []
    private(set) var asked: CompletionQuery?

    func ask(_ query: CompletionQuery) { asked = query }

    /// - Returns: whether it is the answer to the newest query.
    func answer(_ query: CompletionQuery, with candidates: [CompletionCandidate]) -> Bool {
        guard query == asked else { return false }
        self.query = query
        self.candidates = candidates
        return true
    }
}
