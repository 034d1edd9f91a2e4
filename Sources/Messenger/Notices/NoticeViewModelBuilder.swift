import ViewModels

/// Says what is wrong with the settings, else where unsent words are kept, else what arrived out of view, counted, the newest first.
struct NoticeViewModelBuilder: Equatable {
    let count: Int
    /// Names of the chats, the newest last.
    let names: [String]
    /// What is wrong in the file of settings, in a line each.
    var problems: [String] = []
    /// Told since a session ended for good.
    var unsent: DisplayText?
    /// What somebody asks who wants to compare emoji.
    var question: DisplayText?

    func build(goThere: @escaping @MainActor () -> Void, dismiss: @escaping @MainActor () -> Void) -> NoticeViewModel {
        if let first = problems.first {
            let text: DisplayText =
                problems.count > 1
                ? .words("notices.problems", ["first": first], count: problems.count) : DisplayText(sanitizing: first)
            return NoticeViewModel(
                text: text, goThere: .available(goThere),
                goThereText: problems.count > 1 ? .words("notices.shows-all") : .words("notices.shows-all-of-it"),
                opensPage: true,
                dismiss: .available(dismiss))
        }
        if let question {
            return NoticeViewModel(
                text: question, goThere: .available(goThere), goThereText: .words("notices.shows-what-is-asked"),
                dismiss: .available(dismiss))
        }
        if let text = unsent {
            return NoticeViewModel(
                text: text, goThere: .available(goThere), goThereText: .words("notices.shows-where"), opensPage: true,
                dismiss: .available(dismiss))
        }
        guard count > 0, !names.isEmpty else {
            let nothing = Action<Void>.unavailable(.words("notices.there-is-no-notice"))
            return NoticeViewModel(text: .empty, goThere: nothing, dismiss: nothing)
        }
        let newest = names.reversed().prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return NoticeViewModel(
            text: .words("notices.new", ["names": newest], count: count), goThere: .available(goThere),
            dismiss: .available(dismiss))
    }
}
