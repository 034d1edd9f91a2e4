import Conversations
import MatrixAPI
import ViewModels

/// Says who could be meant by what is typed into the form for a new chat.
struct AutocompleteContactViewModelBuilder {
    let text: String
    let suggestions: [Suggestion]
    /// What the directory said of this text, `nil` as long as it said nothing.
    let directory: DirectoryAnswer?
    let hasMembers: Bool
    let ownUserID: String

    func build(choose: @escaping @MainActor (ChatPerson) -> Void) -> AutocompleteContactViewModel {
        let (hint, isWrong) = hint
        return AutocompleteContactViewModel(
            text: text, count: suggestions.count,
            item: { [suggestions] in AutocompleteContactViewModelBuilder.item(suggestions[$0], choose: choose) },
            best: SuggestionFinder.best(of: suggestions, text: text),
            typed: suggestions.lastIndex { $0.source == .typed }, hint: hint, isWrong: isWrong,
            shouldShowBusy: isAsking, busyText: "Asking the server…")
    }

    private static func item(
        _ suggestion: Suggestion, choose: @escaping @MainActor (ChatPerson) -> Void
    ) -> AutocompleteContactViewModel.Item {
        let person = suggestion.person
        let place: DisplayText =
            switch suggestion.source {
            case .contact(.account), .chat: .empty
            case .contact(.device): ", on this device"
            case .directory: ", on the server"
            case .typed: ", as typed"
            }
        return AutocompleteContactViewModel.Item(
            name: DisplayText(sanitizing: Naming.person(person)),
            detail: DisplayText(sanitizing: person.userID) + place, choose: { choose(person) })
    }

    private var isTyped: Bool { !text.trimmed.isEmpty }

    private var isAsking: Bool { isTyped && directory == nil && !text.trimmed.drop { $0 == "@" }.isEmpty }

    private var hint: (text: DisplayText, isWrong: Bool) {
        guard isTyped else {
            return hasMembers ? (.empty, false) : (DisplayText(sanitizing: "As in @bo:\(server)"), false)
        }
        switch ChatPartner(text: text, ownUserID: ownUserID) {
        case .wrong(let what) where looksLikeID: return (DisplayText(sanitizing: what), true)
        case .incomplete(let what) where looksLikeID: return (DisplayText(sanitizing: what), false)
        case .valid, .incomplete, .wrong: break
        }
        if let problem = directory?.problem {
            return (DisplayText(sanitizing: "From your contacts alone. \(problem)"), false)
        }
        if suggestions.isEmpty, directory != nil { return ("Nobody is found by that name.", true) }
        return (.empty, false)
    }

    /// A name may have a blank in it, a Matrix ID may not.
    private var looksLikeID: Bool {
        text.trimmed.first.map { "#!".contains($0) } == true || text.contains { "@:".contains($0) }
    }

    private var server: String { UserID(ownUserID)?.server ?? "example.org" }
}
