package import Terminal
package import ViewModels

/// A list that is searched by typing: a field, and the matching rows below it.
@MainActor
package final class FuzzyListPane: OverlayPane {
    private enum Field { case query }

    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: FuzzyListViewModel?
    private var editor = TextEditor(allowsLines: false)
    /// The last search text.
    private var query = ""
    private var list = FuzzyList()
    private var visibleCount = 1
    /// The row last reported to ``FuzzyListViewModel/chose``.
    private var told: FuzzyListRowID?
    private var drawn = RowHitTargets<FuzzyListRowID>()
    private var fields = FieldHitTargets<Field>()
    /// The maximum height of the status at the bottom.
    private static let maxStatusLines = 3

    /// A list that doesn't change.
    ///
    /// - Parameter row: the row selected at first; `nil` for the first row.
    package init(model: FuzzyListViewModel, beginningAt row: FuzzyListRowID? = nil, host: PaneHost) {
        self.host = host
        apply(model)
        if let row { _ = list.select(row) }
    }

    /// A list that may change while it is open; nothing is drawn while it is `nil`.
    package init(list: Event<FuzzyListViewModel?>, host: PaneHost) {
        self.host = host
        list.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var isOpen: Bool { model != nil }

    package var context: PaneContext { .fuzzyList }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model, canvas.size.height > 0 else { return }
        canvas.fill(Rectangle(canvas.size))
        let width = model.chose == nil ? canvas.size.width : FuzzyListContext.listWidth(in: canvas.size.width)
        guard width < canvas.size.width else { return drawList(model, on: canvas, isFocused: isFocused) }
        let height = canvas.size.height
        drawList(
            model, on: canvas.part(Rectangle(x: 0, y: 0, width: width, height: height)), isFocused: isFocused)
        FuzzyListContext(model: model.beside).draw(
            on: canvas.part(Rectangle(x: width, y: 0, width: canvas.size.width - width, height: height)))
    }

    private func drawList(_ model: FuzzyListViewModel, on canvas: Canvas, isFocused: Bool) {
        let top = drawHead(model, on: canvas, isFocused: isFocused)
        let bottom = drawStatus(model, below: top, on: canvas)
        visibleCount = max(1, bottom - top)
        if list.count == 0 {
            var page = TextPage(canvas: canvas, y: top)
            page.add(
                model.rows.isEmpty ? host.filled(model.emptyText) : .words("panes.nothing-matches"), style: Theme.dim)
        }
        let matcher = list.ranking.matcher
        let below = list.selected.map { row in
            FuzzyListRow(row: row, matcher: matcher, isSelected: true).reasonLines(width: canvas.size.width).count
        }
        let extra = min(below ?? 0, max(0, bottom - top - 1))
        var y = top
        drawn.removeAll()
        for item in list.window(height: max(0, bottom - top - extra)) {
            let isSelected = item.place == list.selection
            let place = Rectangle(x: 0, y: y, width: canvas.size.width, height: isSelected ? 1 + extra : 1)
            FuzzyListRow(row: item.row, matcher: matcher, isSelected: isSelected).draw(on: canvas.part(place))
            drawn.add(item.row.id, y: y, rows: place.height)
            y += place.height
        }
    }

    package func back() -> Bool {
        model?.cancel()
        onChange()
        return true
    }

    package func perform(_ action: ActionID) -> Bool {
        guard model != nil else { return false }
        switch action {
        case .choose: choose()
        case .scrollUp where list.selection == 0 && model?.recall.reason == nil: host.showMessage(model?.recall())
        case .scrollUp: move(by: -1)
        case .switchScope: host.showMessage(model?.turn())
        case .scrollDown: move(by: 1)
        case .scrollScreenUp: move(by: -visibleCount)
        case .scrollScreenDown: move(by: visibleCount)
        default:
            guard editor.perform(action) else { return false }
            textChanged()
        }
        changed()
        return true
    }

    package func press(at point: Point) -> Bool {
        if fields.field(at: point) != nil {
            fields.moveCursor(of: &editor, in: .query, to: point)
        } else if let id = drawn[point.y], list.select(id) {
            if model?.isChosenByClick == true { choose() }
        } else {
            return false
        }
        changed()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        list.scroll(by: rows, height: visibleCount)
        changed()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        if action == .switchScope { return model?.turn.reason }
        guard action == .choose else { return nil }
        return list.selected.map { $0.choose.reason } ?? .words("panes.nothing-matches")
    }

    package func type(_ text: String) -> Bool {
        guard model != nil, editor.type(text) else { return false }
        textChanged()
        changed()
        return true
    }

    package func paste(_ text: String) -> Bool {
        guard model != nil else { return false }
        editor.paste(text)
        textChanged()
        changed()
        return true
    }
}

extension FuzzyListPane {
    /// - Returns: the line where the rows begin.
    private func drawHead(_ model: FuzzyListViewModel, on canvas: Canvas, isFocused: Bool) -> Int {
        let isRoomy = canvas.size.height > 6
        let total = model.rows.count
        let found = list.ranking.places.count
        let count =
            found == total
            ? "\(total)\(model.hasMore ? "+" : "")"
            : String.words("panes.found-of", ["found": String(found), "total": String(total)])
        var end = canvas.size.width
        if total > 0 { end = canvas.drawRight(count, right: end - 1, y: 0, style: Theme.dim, left: end / 2) - 1 }
        let used = canvas.drawShortened(
            model.title.string, at: Point(x: 1, y: 0), style: Theme.title, width: min(end - 1, isRoomy ? end : end / 2))
        // In a low view, title and field share a row.
        let x = isRoomy ? 0 : used + 2
        let y = isRoomy ? 1 : 0
        canvas.draw("›", at: Point(x: x, y: y), style: isFocused ? Theme.title : Theme.dim)
        let width = (isRoomy ? canvas.size.width - 1 : end) - x - 2
        let line = Rectangle(x: x + 2, y: y, width: width, height: 1)
        fields.removeAll()
        fields.add(.query, at: line)
        TextFieldView(editor: editor, placeholder: model.placeholder)
            .drawLine(on: canvas.part(line), isFocused: isFocused)
        return y + 1
    }

    /// Draws the progress or the error at the bottom.
    ///
    /// - Returns: the line where the rows end.
    private func drawStatus(_ model: FuzzyListViewModel, below top: Int, on canvas: Canvas) -> Int {
        let isError = !model.errorText.isEmpty
        let text = isError ? host.filled(model.errorText) : model.busyText
        guard !text.isEmpty else { return canvas.size.height }
        let room = max(1, min(Self.maxStatusLines, canvas.size.height - top - 1))
        let lines = TextWrapping.lines(text.string, width: canvas.size.width - 3).prefix(room)
        let start = canvas.size.height - lines.count
        for (place, line) in lines.enumerated() {
            canvas.drawShortened(
                line, at: Point(x: 2, y: start + place), style: isError ? Theme.failure : Theme.dim,
                width: canvas.size.width - 2)
        }
        return start
    }

    private func changed() {
        reportSelection()
        onChange()
    }

    private func reportSelection() {
        guard let chose = model?.chose, list.selected?.id != told else { return }
        told = list.selected?.id
        chose(told)
    }

    private func move(by rows: Int) {
        list.move(by: rows)
        if list.selection + visibleCount >= list.count { model?.nearEnd() }
    }

    private func choose() {
        guard let row = list.selected else { return }
        if row.question.isEmpty { return host.showMessage(row.choose()) }
        host.ask(row.question, row.choose)
    }

    private func textChanged() {
        guard let model, editor.text != query else { return }
        query = editor.text
        list.move(by: -list.selection)
        list.search(model.term(query), typed: query.isEmpty ? nil : model.typedRow(query))
        model.queryChanged(query)
    }

    private func apply(_ model: FuzzyListViewModel?) {
        if let model {
            if model.number != self.model?.number {
                editor.replaceAll(with: model.beginning.text)
                query = editor.text
                list = FuzzyList(rows: model.rows)
                list.search(model.term(query))
                told = nil
                if let row = model.beginning.row { _ = list.select(row) }
            } else if model.rows != self.model?.rows ?? [] {
                list.replace(model.rows)
            }
            if model.number == self.model?.number, model.imposed != self.model?.imposed {
                editor.replaceAll(with: model.imposed.text)
                query = editor.text
                list.search(model.term(query))
                list.move(by: -list.selection)
            }
        }
        self.model = model
        changed()
    }
}

/// Draws the context of the selected row of a list, with the row's own lines in the middle.
@MainActor
struct FuzzyListContext {
    /// The minimum width in columns for a context beside the list.
    static let from = 100

    let model: FuzzyListContextViewModel?

    /// Returns the columns left to the list.
    static func listWidth(in width: Int) -> Int { width < from ? width : width * 3 / 5 }

    func draw(on canvas: Canvas) {
        for y in 0..<canvas.size.height {
            canvas.draw(String(Marks.wall), at: Point(x: 0, y: y), style: Theme.rule)
        }
        guard let model, canvas.size.width > 4, canvas.size.height > 1 else { return }
        let width = canvas.size.width - 3
        canvas.drawShortened(model.title.string, at: Point(x: 2, y: 0), style: Theme.title, width: width)
        let lines = model.lines.flatMap { line in
            TextWrapping.lines(line.text.string, width: width).map { (text: $0, isChosen: line.isChosen) }
        }
        let room = canvas.size.height - 1
        let first = lines.firstIndex(where: \.isChosen) ?? 0
        let start = max(0, min(first - room / 2, lines.count - room))
        for (place, line) in lines.dropFirst(start).prefix(room).enumerated() {
            canvas.drawShortened(
                line.text, at: Point(x: 2, y: 1 + place), style: line.isChosen ? Theme.title : Theme.dim, width: width)
        }
    }
}
