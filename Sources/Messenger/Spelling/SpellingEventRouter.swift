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
struct SpellingEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SpellingEvent) {
        switch event {
        case .asked(let words):
            effects.spelling.check(words, setting: state.settings.settings.spelling)
        case .answered(let misspelt, let lack, let setting):
            guard setting == state.settings.settings.spelling else { return }
            state.spelling.answer(misspelt, lack)
        case .added(let word):
            state.spelling.add(word)
            effects.spelling.add(word, setting: state.settings.settings.spelling)
        }
    }
}
