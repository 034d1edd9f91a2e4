import ViewModels

/// Says what is wrong with the settings, else where unsent words are kept, else what arrived out of view, counted, the newest first.
struct NoticeViewModelBuilder: Equatable {
    let count: Int
    /// Names of the chats, the newest last.
    let names: [String]
    /// What was said last; empty where that isn't to be shown.
    var said = NoticeModel.Said()
    /// What is wrong in the file of settings, in a line each.
    var problems: [String] = []
    /// Told since a session ended for good.
    var unsent: DisplayText?
    /// What somebody asks who wants to compare emoji.
    var question: DisplayText?
    /// What came of something that was asked for, where nobody looks any more.
    var outcome: DisplayText?
    /// Whether it leads to a chat.
    var outcomeLeadsThere = false

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
                asks: true, dismiss: .available(dismiss))
        }
        if let text = unsent {
            return NoticeViewModel(
                text: text, goThere: .available(goThere), goThereText: .words("notices.shows-where"), opensPage: true,
                dismiss: .available(dismiss))
        }
        if let outcome {
            return NoticeViewModel(
                text: outcome,
                goThere: outcomeLeadsThere ? .available(goThere) : .unavailable(.words("notices.leads-nowhere")),
                dismiss: .available(dismiss))
        }
        guard count > 0, !names.isEmpty else {
            let nothing = Action<Void>.unavailable(.words("notices.there-is-no-notice"))
            return NoticeViewModel(text: .empty, goThere: nothing, dismiss: nothing)
        }
        return NoticeViewModel(
            text: arrived, goThere: .available(goThere), tellsArrivals: true, dismiss: .available(dismiss))
    }

    /// What was said last where it may be shown, and where else something is new.
    private var arrived: DisplayText {
        let newest = names.reversed().prefix(3)
        let more = names.count > 3 ? ", …" : ""
        guard !said.text.isEmpty, let chat = newest.first else {
            return .words("notices.new", ["names": newest.joined(separator: ", ") + more], count: count)
        }
        var text = String(said.text.prefix(Self.longestText))
        if !said.namesChat { text = .words("notices.said", ["name": chat, "text": text]) }
        let others = newest.dropFirst().joined(separator: ", ") + more
        if count == 1 { return DisplayText(sanitizing: text) }
        if others.isEmpty { return .words("notices.said-last", ["text": text], count: count) }
        return .words("notices.said-last-among", ["text": text, "others": others], count: count)
    }

    /// Of what was said: a line has no room for more.
    private static let longestText = 200
}
