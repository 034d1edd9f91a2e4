import ViewModels

/// Says what is wrong with the settings, else where unsent words are kept, else what arrived out of view, counted, the newest first.
struct NoticeViewModelBuilder: Equatable {
    let count: Int
    /// Names of the chats, the newest last.
    let names: [String]
    /// What is wrong in the file of settings.
    var problems: [String] = []
    /// Told since a session ended for good.
    var unsent: UnsentFile?

    func build(goThere: @escaping @MainActor () -> Void, dismiss: @escaping @MainActor () -> Void) -> NoticeViewModel {
        if let first = problems.first {
            let count = problems.count > 1 ? "\(problems.count) problems: " : ""
            return NoticeViewModel(
                text: DisplayText(sanitizing: count + first), goThere: .available(goThere),
                goThereText: problems.count > 1 ? "shows all" : "shows all of it", opensPage: true,
                dismiss: .available(dismiss))
        }
        if let text = unsent?.notice {
            return NoticeViewModel(
                text: text, goThere: .available(goThere), goThereText: "shows where", opensPage: true,
                dismiss: .available(dismiss))
        }
        guard count > 0, !names.isEmpty else {
            let nothing = Action<Void>.unavailable("There is no notice")
            return NoticeViewModel(text: .empty, goThere: nothing, dismiss: nothing)
        }
        let newest = names.reversed().prefix(3).map { DisplayText(sanitizing: $0) }.joined(separator: ", ")
        let more: DisplayText = names.count > 3 ? ", …" : .empty
        return NoticeViewModel(
            text: DisplayText(sanitizing: "\(count) new: ") + newest + more, goThere: .available(goThere),
            dismiss: .available(dismiss))
    }
}
