import ViewModels

/// Makes the list of commands: every action that can be asked for by its name, with its key and why it can't be done now.
@MainActor
struct CommandList {
    let keyMap: KeyMap
    /// Where the list was asked for.
    let pane: PaneContext
    /// Names of actions that were run from here before, the last one first.
    let recent: [String]
    let reason: (ActionID) -> DisplayText?
    /// What an action is called as things stand, `nil` where that never changes.
    let title: (ActionID) -> String?

    func model(run: @escaping @MainActor (ActionID) -> Void, cancel: @escaping @MainActor () -> Void)
        -> FuzzyListViewModel
    {
        let bindings = keyMap.all.filter { Self.isCommand($0) }
        let ranks = Dictionary(recent.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        let rows = bindings.enumerated().map { place, binding in
            (rank: rank(binding, ranks), place: place, row: row(binding, run: run))
        }
        return FuzzyListViewModel(
            title: .words("completion.commands"),
            rows: rows.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.row),
            emptyText: .words("panes.there-are-no-commands"), cancel: cancel)
    }

    /// What moves a cursor, and what needs a key to say which, is no command.
    private static func isCommand(_ binding: ActionBinding) -> Bool {
        ![.textFields, .reading].contains(binding.group) && !movements.contains(binding.id)
    }

    /// They are pressed many times or ask for a key of their own: nobody looks for them by name.
    static let movements: Set<ActionID> = [
        .menu, .commands, .openActions, .back, .chatByPlace, .answerByNumber, .confirm, .acceptAtOnce, .nextField,
        .previousField,
        .nextPart, .previousPart,
        .selectPrevious, .selectNext, .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast, .choosePrevious,
        .chooseNext, .chooseScreenUp, .chooseScreenDown,
    ]

    /// Recent first, then what can be done here, then the rest.
    private func rank(_ binding: ActionBinding, _ ranks: [String: Int]) -> Int {
        guard binding.panes.contains(pane) else { return .max }
        return ranks[binding.id.name] ?? .max - 1
    }

    private func row(
        _ binding: ActionBinding, run: @escaping @MainActor (ActionID) -> Void
    ) -> FuzzyListRowViewModel {
        let why = binding.panes.contains(pane) ? reason(binding.id) : elsewhere(binding)
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(binding.id.name), title: DisplayText(sanitizing: title(binding.id) ?? binding.title),
            trailing: DisplayText(sanitizing: binding.firstKeyName(in: pane)),
            keywords: [binding.id.name, binding.title, binding.keyNames],
            choose: why.map { .unavailable($0) } ?? .available { run(binding.id) })
    }

    private func elsewhere(_ binding: ActionBinding) -> DisplayText {
        let place = PaneContext.allCases.first { binding.panes.contains($0) }?.place ?? ""
        return .words("panes.only-there", ["place": place])
    }
}
