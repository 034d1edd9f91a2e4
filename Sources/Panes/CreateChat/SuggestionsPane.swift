package import Terminal
package import ViewModels

/// Suggested people for the text in the form for a new chat. Only visible rows are created.
@MainActor
package final class SuggestionsPane: Pane {
    package var onChange: () -> Void = {}
    private var model: AutocompleteContactViewModel?
    /// The row selected with the arrow keys.
    private var choice: Int?
    private var firstVisible = 0
    private var visibleCount = 1
    private var drawn = RowHitTargets<Int>()

    package init(suggestions: Event<AutocompleteContactViewModel>) {
        suggestions.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// Whether a row was selected with the arrow keys.
    var hasChoice: Bool { choice != nil }

    /// A hint on the typed text, and whether it is an error.
    var hint: (text: DisplayText, isWrong: Bool) { (model?.hint ?? .empty, model?.isWrong ?? false) }

    /// The progress, as in `Asking the server…`, during a request.
    var busyText: DisplayText { model?.shouldShowBusy == true ? model?.busyText ?? .empty : .empty }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model, canvas.size.height > 0, model.count > 0 else { return }
        visibleCount = canvas.size.height
        let selection = selection ?? 0
        firstVisible = max(min(firstVisible, selection), selection - visibleCount + 1)
        firstVisible = max(0, min(firstVisible, model.count - visibleCount))
        for place in firstVisible..<min(model.count, firstVisible + visibleCount) {
            let y = place - firstVisible
            drawn.add(place, y: y)
            draw(
                model.item(place), isSelected: isFocused && place == self.selection,
                on: canvas.part(Rectangle(x: 0, y: y, width: canvas.size.width, height: 1)))
        }
        let below = model.count - firstVisible - visibleCount
        if below > 0 {
            canvas.drawRight(
                " \(Marks.below) \(String.words("panes.more", ["number": String(below)]))", right: canvas.size.width,
                y: visibleCount - 1, style: Theme.dim)
        }
    }

    /// Selects the row at the point.
    package func press(at point: Point) -> Bool {
        guard let place = drawn[point.y], place < model?.count ?? 0 else { return false }
        choice = place
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let model, model.count > visibleCount else { return false }
        firstVisible = max(0, min(firstVisible + rows, model.count - visibleCount))
        choice = max(firstVisible, min(selection ?? 0, firstVisible + visibleCount - 1))
        onChange()
        return true
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model, model.count > 0 else { return false }
        let from = selection ?? -1
        switch action {
        case .choosePrevious: choice = from - 1
        case .chooseNext: choice = from + 1
        case .chooseScreenUp: choice = from - visibleCount
        case .chooseScreenDown: choice = from + visibleCount
        default: return false
        }
        // Moving up from the first row returns to the text, unless a row is the best match.
        choice = choice.flatMap { $0 < 0 && model.best == nil ? nil : min(max(0, $0), model.count - 1) }
        onChange()
        return true
    }

    /// Adds the person of the selected row, or else the best match.
    ///
    /// - Parameter text: the typed text; rows for another text are ignored.
    /// - Returns: whether there was a person to add.
    func choose(for text: String) -> Bool {
        guard let model, model.text == text, let selection, selection < model.count else { return false }
        choice = nil
        model.item(selection).choose()
        return true
    }

    private var selection: Int? { choice ?? model?.best }

    private func apply(_ model: AutocompleteContactViewModel) {
        if let old = self.model, old.text == model.text {
            if let typed = old.typed, choice == typed { choice = model.typed }
            choice = model.count > 0 ? choice.map { min($0, model.count - 1) } : nil
        } else {
            choice = nil
            firstVisible = 0
        }
        self.model = model
        onChange()
    }

    private func draw(_ item: AutocompleteContactViewModel.Item, isSelected: Bool, on canvas: Canvas) {
        let style = isSelected ? Theme.selection : Theme.text
        if isSelected {
            canvas.fill(Rectangle(canvas.size), style: style)
            canvas.draw(Marks.selected, at: Point(x: 0, y: 0), style: style)
        }
        let column = max(8, min(24, canvas.size.width * 2 / 5))
        canvas.drawShortened(item.name.string, at: Point(x: 2, y: 0), style: style, width: column - 2)
        canvas.drawShortened(
            item.detail.string, at: Point(x: column + 1, y: 0), style: isSelected ? style : Theme.dim,
            width: canvas.size.width - column - 1)
    }
}
