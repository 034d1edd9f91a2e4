import ViewModels

/// Shows what can stand in place of what is being typed.
@MainActor
final class CompletionHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func found() {
        parts.events.completion.raise { [queue = parts.queue, completion = parts.models.completion] in
            CompletionViewModelBuilder(query: completion.query, candidates: completion.candidates)
                .build { queue.post(CompletionEvent.asked($0)) }
        }
    }
}
