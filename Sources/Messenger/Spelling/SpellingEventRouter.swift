/// Events of the spell check.
package enum SpellingEvent: RoutedEvent {
    /// These words haven't been checked before.
    case asked([String])
    /// The words that no dictionary has, or the reason why none was checked, under the setting of that time.
    case answered([String], SpellingUnavailableReason?, setting: String)
    /// The user adds a word to the dictionary.
    case added(String)
}

/// Routes the events of the spell check.
@MainActor
struct SpellingEventRouter: EventRouter {
    private let model: SpellingModel
    private let settings: SettingsModel
    private let endpoint: SpellingEndpoint
    private let handler: SpellingHandler

    func route(_ event: SpellingEvent) {
        switch event {
        case .asked(let words):
            endpoint.check(words, setting: settings.settings.spelling)
        case .answered(let misspelt, let lack, let setting):
            guard setting == settings.settings.spelling else { return }
            model.answer(misspelt, lack)
            handler.changed()
        case .added(let word):
            model.add(word)
            endpoint.add(word, setting: settings.settings.spelling)
            handler.changed()
        }
    }
}

extension SpellingEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.spelling, settings: session.models.settings, endpoint: session.spelling,
            handler: session.handlers.spelling)
    }
}
