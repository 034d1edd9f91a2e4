import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the suggestions of people for the form for a new chat.
struct AutocompleteContactViewModelBuilder: Equatable {
    let text: String
    let suggestions: [Suggestion]
    /// The directory's answer for this text; `nil` until it arrives.
    let directory: DirectoryResponse?
    let hasMembers: Bool
    let ownUserID: String

    func build(choose: @escaping @MainActor (ChatPerson) -> Void) -> AutocompleteContactViewModel {
        let (hint, isWrong) = hint
        return AutocompleteContactViewModel(
            text: text, count: suggestions.count,
            item: { [suggestions] in AutocompleteContactViewModelBuilder.item(suggestions[$0], choose: choose) },
            best: SuggestionFinder.best(of: suggestions, text: text),
            typed: suggestions.lastIndex { $0.source == .typed }, hint: hint, isWrong: isWrong,
            shouldShowBusy: isAsking, busyText: .words("server.asking"))
    }

    private static func item(
        _ suggestion: Suggestion, choose: @escaping @MainActor (ChatPerson) -> Void
    ) -> AutocompleteContactViewModel.Item {
        let person = suggestion.person
        let detail: DisplayText =
            switch suggestion.source {
            case .contact(.account), .chat: DisplayText(sanitizing: person.userID)
            case .contact(.device): .words("create-chat.on-this-device", ["person": person.userID])
            case .directory: .words("create-chat.on-the-server", ["person": person.userID])
            case .typed: .words("create-chat.as-typed", ["person": person.userID])
            }
        return AutocompleteContactViewModel.Item(
            name: DisplayText(sanitizing: Naming.person(person)),
            detail: detail, choose: { choose(person) })
    }

    private var isTyped: Bool { !text.trimmed.isEmpty }

    private var isAsking: Bool { isTyped && directory == nil && !text.trimmed.drop { $0 == "@" }.isEmpty }

    private var hint: (text: DisplayText, isWrong: Bool) {
        guard isTyped else {
            return hasMembers ? (.empty, false) : (DisplayText.words("create-chat.as-in-bo", ["server": server]), false)
        }
        if MatrixAddress(text, server: server)?.room != nil { return (.words("create-chat.enter-joins"), false) }
        switch ChatPartner(text: text, ownUserID: ownUserID) {
        case .wrong(let flaw) where looksLikeID: return (DisplayText(sanitizing: flaw.text), true)
        case .incomplete(let flaw) where looksLikeID: return (DisplayText(sanitizing: flaw.text), false)
        case .valid, .incomplete, .wrong: break
        }
        if let problem = directory?.problem {
            return (DisplayText.words("create-chat.from-your-contacts-alone", ["problem": problem.text]), false)
        }
        if suggestions.isEmpty, directory != nil { return (.words("create-chat.nobody-is-found-by-that-name"), true) }
        return (.empty, false)
    }

    /// Whether the text looks like a Matrix ID or an address rather than a name: it begins with `#` or `!`, or contains
    /// `@` or `:`.
    private var looksLikeID: Bool {
        text.trimmed.first.map { "#!".contains($0) } == true || text.contains { "@:".contains($0) }
    }

    private var server: String { UserID(ownUserID)?.server ?? "example.org" }
}

extension AutocompleteContactViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let state = screen.state
        let (form, ownUserID) = (state.createChat, state.account.userID)
        self.init(
            text: form.text,
            suggestions: SuggestionFinder(for: form, contacts: state.contacts, ownUserID: ownUserID).find(),
            directory: form.directory, hasMembers: !form.members.isEmpty, ownUserID: ownUserID)
    }
}
