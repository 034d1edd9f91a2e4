import ViewModels

/// Shows the misspelt words in the text that is being written.
@MainActor
final class SpellingHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        parts.events.spelling.raise { [queue = parts.queue, state = parts.state] in
            SpellingViewModelBuilder(
                generation: state.spelling.generation, misspelt: state.spelling.misspelt, lack: state.spelling.lack,
                setting: state.settings.settings.spelling
            ).build(check: { queue.post(SpellingEvent.asked($0)) }, add: { queue.post(SpellingEvent.added($0)) })
        }
    }
}
