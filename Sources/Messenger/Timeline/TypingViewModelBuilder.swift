import ViewModels

/// Says who types.
struct TypingViewModelBuilder {
    let userIDs: [String]
    let names: MemberNames

    func build() -> TypingViewModel {
        let names = userIDs.map(names.name)
        switch names.count {
        case 0: return TypingViewModel(text: .empty)
        case 1: return TypingViewModel(text: DisplayText(sanitizing: names[0]) + " types…")
        case 2, 3: return TypingViewModel(text: DisplayText(sanitizing: Naming.list(names)) + " type…")
        default: return TypingViewModel(text: DisplayText(sanitizing: "\(names.count) people type…"))
        }
    }
}
