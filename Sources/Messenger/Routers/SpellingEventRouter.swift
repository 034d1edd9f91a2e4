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
