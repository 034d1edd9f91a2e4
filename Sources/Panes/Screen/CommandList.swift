import ViewModels

/// Makes the list of commands: every action that can be run by name, with its key and the reason if it is
/// unavailable.
@MainActor
struct CommandList {
    let keyMap: KeyMap
    /// The context from which the list was opened.
    let pane: PaneContext
    /// Names of actions run from the list before, the last one first.
    let recent: [String]
    let reason: (ActionID) -> DisplayText?
    /// Returns the current title of an action, `nil` if it never changes.
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

    /// Whether the action is a command. Cursor movements are not, nor are actions that need a key as their argument.
    private static func isCommand(_ binding: ActionBinding) -> Bool {
        ![.textFields, .reading].contains(binding.group) && !movements.contains(binding.id)
    }

    /// Actions left out of the list. They are pressed repeatedly or need a specific key, so that finding them by name
    /// is of no use.
    static let movements: Set<ActionID> = [
        .menu, .commands, .openActions, .back, .chatByPlace, .answerByNumber, .confirm, .acceptAtOnce, .nextField,
        .previousField,
        .nextPart, .previousPart,
        .selectPrevious, .selectNext, .selectScreenUp, .selectScreenDown, .selectFirst, .selectLast, .choosePrevious,
        .chooseNext, .chooseScreenUp, .chooseScreenDown,
    ]

    /// Sorts the commands of this context first, recent ones before others, and the commands of other contexts last.
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
