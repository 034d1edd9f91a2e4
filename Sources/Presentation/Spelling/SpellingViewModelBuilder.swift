import Engine
import Messenger
import ViewModels

/// Builds the result of the spell check for the screen.
struct SpellingViewModelBuilder: Equatable {
    let generation: Int
    let misspelt: Set<String>
    let lack: SpellingUnavailableReason?
    let setting: String

    func build(
        check: @escaping @MainActor ([String]) -> Void, add: @escaping @MainActor (String) -> Void
    ) -> SpellingViewModel {
        SpellingViewModel(
            generation: generation, misspelt: misspelt, lack: reason, saysLack: setting != "auto" && setting != "off",
            check: check, add: add)
    }

    private var reason: DisplayText {
        switch lack {
        case nil: .empty
        case .off: .words("spelling.is-off")
        case .library: .words("spelling.no-library")
        case .dictionaries(let languages):
            .words("spelling.no-dictionary", ["languages": languages.joined(separator: ", ")])
        case .language: .words("spelling.no-language")
        }
    }
}

extension SpellingViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let spelling = screen.state.spelling
        self.init(
            generation: spelling.generation, misspelt: spelling.misspelt, lack: spelling.lack,
            setting: screen.state.settings.settings.spelling)
    }
}
