import ViewModels

/// Shows completions.
@MainActor
final class CompletionHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func found() {
        parts.events.completion.raise { [queue = parts.queue, state = parts.state] in
            CompletionViewModelBuilder(query: state.completion.query, candidates: state.completion.candidates)
                .build { queue.post(CompletionEvent.asked($0)) }
        }
    }
}
