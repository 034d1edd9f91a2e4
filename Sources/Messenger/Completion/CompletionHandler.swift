import ViewModels

/// Shows completions.
@MainActor
final class CompletionHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func found() {
        parts.events.completion.raise { [queue = parts.queue, completion = parts.state.completion] in
            CompletionViewModelBuilder(query: completion.query, candidates: completion.candidates)
                .build { queue.post(CompletionEvent.asked($0)) }
        }
    }
}
