package import Terminal
package import ViewModels

/// Completions of the word being typed: a few rows above the composer. The row that is chosen replaces the word.
@MainActor
package final class CompletionPane: Pane {
    package var onChange: () -> Void = {}
    /// Called when a row is accepted.
    package var onTake: (CompletionViewModel.Row, CompletionQuery) -> Void = { _, _ in }

    /// Called when the names that begin with a word have arrived.
    package var onNames: ([String], String) -> Void = { _, _ in }

    /// The maximum number of rows besides the title.
    package static let maxRows = 6

    private let host: PaneHost
    private var model: CompletionViewModel?
    /// The last query, `nil` while nothing can be completed.
    private var query: CompletionQuery?
    /// The query that the rows belong to.
    private var answered: CompletionQuery?
    /// The last word for which names were requested.
    private var askedName: String?
    /// The row selected with the arrow keys.
    private var chosen: Int?
    private var firstRow = 0
    private var drawn = RowHitTargets<String>()
    /// Whether the first row is accepted as soon as it arrives.
    private var isAwaited = false

    package init(completion: Event<CompletionViewModel>, host: PaneHost) {
        self.host = host
        completion.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// Whether there are rows, or a response is pending.
    package var isOpen: Bool { query != nil && (answered != query || !rows.isEmpty) }

    /// Whether Enter accepts a row.
    package var isChosen: Bool { chosen != nil && !rows.isEmpty }

    /// The preferred height in rows, including the title.
    package var wantedHeight: Int { rows.isEmpty ? 0 : min(rows.count, Self.maxRows) + 1 }

    /// Sets the text to complete; `nil` if nothing can be completed.
    package func follow(_ query: CompletionQuery?) {
        guard query != self.query else { return }
        isAwaited = false
        if query == nil || query?.kind != self.query?.kind {
            answered = nil
            choose(nil)
        }
        self.query = query
        if let query { model?.ask(query) }
        onChange()
    }

    /// Requests the names that begin with a word, without showing rows.
    func askNames(_ word: String) {
        askedName = word
        model?.ask(CompletionQuery(kind: .name, text: word))
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard canvas.size.height > 0, !rows.isEmpty else { return }
        canvas.fill(Rectangle(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height))
        let hasTitle = canvas.size.height > 1
        if hasTitle {
            canvas.drawRule(y: 0, style: Theme.rule)
            canvas.draw(" \(model?.title.string ?? "") ", at: Point(x: 2, y: 0), style: Theme.title)
        }
        let top = hasTitle ? 1 : 0
        let height = canvas.size.height - top
        firstRow = max(min(firstRow, chosen ?? 0), (chosen ?? 0) - height + 1)
        for (y, index) in (firstRow..<min(rows.count, firstRow + height)).enumerated() {
            drawn.add(rows[index].text, y: top + y)
            draw(rows[index], isChosen: index == chosen, isNext: chosen == nil && index == 0, y: top + y, on: canvas)
        }
    }

    package func press(at point: Point) -> Bool {
        guard let text = drawn[point.y], let row = rows.firstIndex(where: { $0.text == text }) else { return false }
        acceptRow(row)
        return true
    }

    package func perform(_ action: ActionID) -> Bool {
        switch action {
        case .complete:
            if answered == query { acceptRow(chosen ?? 0) } else { isAwaited = true }
        case .completionNext: choose(chosen.map { $0 + 1 } ?? 0)
        case .completionPrevious: choose((chosen ?? 0) - 1)
        case .send where isChosen: acceptRow(chosen ?? 0)
        default: return false
        }
        return true
    }
}

extension CompletionPane {
    /// The rows shown. Rows of an older query stay until the newer ones arrive, and can't be accepted.
    private var rows: [CompletionViewModel.Row] {
        query == nil || answered == nil ? [] : model?.rows ?? []
    }

    /// - Parameter row: the index, which wraps around at both ends.
    private func choose(_ row: Int?) {
        chosen = rows.isEmpty ? nil : row.map { ($0 + rows.count) % rows.count }
        if chosen == nil { firstRow = 0 }
        onChange()
    }

    private func acceptRow(_ index: Int) {
        guard answered == query, rows.indices.contains(index), let question = query else { return }
        let row = rows[index]
        query = nil
        answered = nil
        choose(nil)
        onTake(row, question)
    }

    private func apply(_ model: CompletionViewModel) {
        self.model = model
        if let word = askedName, model.query == CompletionQuery(kind: .name, text: word) {
            askedName = nil
            onNames(model.rows.map(\.text), word)
        }
        if query != nil, model.query == query {
            answered = query
            if let chosen, chosen >= rows.count { choose(nil) }
            // The user asked for suggestions with a key of their own and doesn't type on, so the first is selected.
            if query?.kind == .spelling, chosen == nil { choose(0) }
            if isAwaited { acceptRow(0) }
        }
        onChange()
    }

    private func draw(_ row: CompletionViewModel.Row, isChosen: Bool, isNext: Bool, y: Int, on canvas: Canvas) {
        let width = canvas.size.width
        if isChosen {
            canvas.fill(Rectangle(x: 0, y: y, width: width, height: 1), style: Theme.selection)
            canvas.draw(Marks.selected, at: Point(x: 0, y: y), style: Theme.selection)
        }
        // Shows the key on the row that Tab would accept.
        let hint = isNext ? host.keyName(.complete) : ""
        let right = canvas.drawRight(hint, right: width, y: y, style: Theme.key)
        // A long name is shortened, so that the detail that distinguishes people with equal names stays visible.
        let room = right - 3
        let titleRoom =
            row.detail.isEmpty ? room : max(room / 2, room - TextWidth.columns(row.detail.string) - 2)
        let used = canvas.drawShortened(
            row.title.string, at: Point(x: 2, y: y), style: isChosen ? Theme.selection : Theme.text,
            width: titleRoom)
        canvas.drawShortened(
            row.detail.string, at: Point(x: 2 + used + 2, y: y), style: isChosen ? Theme.selection : Theme.dim,
            width: right - 5 - used)
    }
}
