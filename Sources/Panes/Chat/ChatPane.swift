package import Terminal
package import ViewModels

/// The open chat: its title, its messages, and the rule under them that says what is further down.
@MainActor
package final class ChatPane: Pane {
    private enum Anchor: Equatable {
        /// The last line stays at the bottom.
        case latest
        /// A line of a row stays at the top, whatever comes before or after it.
        case at(ChatRowID, line: Int)
    }

    package var onChange: () -> Void = {}
    /// Drawn before the title where the list is not beside it, as in `‹ 3`.
    package var backMark = ""
    /// Whether the last line is the rule over the composer.
    package var showsRule = true

    private var model: ChatViewModel?
    private var cache = ChatRowCache()
    private var columns: ChatColumns?
    private var anchor = Anchor.latest
    /// Whether the place where a chat opens was found; it can't be before it has rows.
    private var isPlaced = false
    private var viewHeight = 1
    /// The last row when the end was last on screen: what follows it is new.
    private var lastSeen: ChatRowID?
    private var lastShown: ChatRowID?
    /// The ends of the window for which more was asked already.
    private var askedBefore: ChatRowID?
    private var askedAfter: ChatRowID?
    /// The latest window was asked for and didn't come yet.
    private var awaitsLatest = false

    package init(chat: Event<ChatViewModel>) {
        chat.subscribe(self) { pane, model in pane.take(model) }
    }

    package var title: DisplayText { model?.title ?? .empty }

    /// The columns of its line that the title takes; a long one leaves room for who types.
    package func titleColumns(width: Int) -> Int {
        min(TextWidth.columns(fullTitle), width < 40 ? width : width - 18)
    }

    /// How many rows were laid out since the start, for tests that count.
    var layoutCount: Int { cache.layoutCount }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model, canvas.size.height > 1, canvas.size.width > 0 else { return }
        drawTitle(on: canvas)
        var bodyTop = 1
        if model.shouldShowError {
            canvas.drawShortened(
                model.errorText.string, at: Point(x: 1, y: 1), style: Theme.failure, width: canvas.size.width - 1)
            bodyTop += 1
        }
        let bottom = canvas.size.height - (showsRule ? 1 : 0)
        let body = canvas.part(
            Rectangle(x: 0, y: bodyTop, width: canvas.size.width, height: max(0, bottom - bodyTop)))
        drawRows(of: model, on: body)
        drawBelow(of: model, on: canvas)
    }

    package func press(_ key: Key) -> Bool {
        switch BindingTable.action(for: key, in: .emptyComposer) {
        case .screenUp: scroll(by: -max(1, viewHeight - 1))
        case .screenDown: scroll(by: max(1, viewHeight - 1))
        case .firstMessage: goToFirst()
        case .latestMessage: goToLatest()
        default: return false
        }
        return true
    }

    /// The newest message, wherever the window is.
    package func goToLatest() {
        guard let model else { return }
        anchor = .latest
        if !model.reachesLatest {
            awaitsLatest = true
            model.needsLatest()
        }
        onChange()
    }

    /// Whether the newest message is on screen or will be with the next one.
    package var isAtLatest: Bool { anchor == .latest && (model?.reachesLatest ?? true) }
}

extension ChatPane {
    private func take(_ model: ChatViewModel) {
        if model.chatNumber != self.model?.chatNumber {
            anchor = .latest
            isPlaced = false
            columns = nil
            lastSeen = nil
            lastShown = nil
            askedBefore = nil
            askedAfter = nil
            awaitsLatest = false
        } else if let old = self.model {
            keepPlace(from: old.rows, in: model.rows)
        }
        if model.reachesLatest { awaitsLatest = false }
        self.model = model
        cache.prune(to: model.rows)
        onChange()
    }

    /// Where the row at the top is gone, the nearest one before it that is left takes its place, or else one after it.
    private func keepPlace(from old: [ChatRowViewModel], in new: [ChatRowViewModel]) {
        guard case .at(let id, _) = anchor, !new.contains(where: { $0.id == id }) else { return }
        let left = Set(new.map(\.id))
        guard let place = old.firstIndex(where: { $0.id == id }) else { return }
        if let before = old[..<place].last(where: { left.contains($0.id) }) {
            anchor = .at(before.id, line: .max)
        } else if let after = old[place...].first(where: { left.contains($0.id) }) {
            anchor = .at(after.id, line: 0)
        } else {
            anchor = .latest
        }
    }

    private func drawTitle(on canvas: Canvas) {
        let used = titleColumns(width: canvas.size.width)
        canvas.drawShortened(fullTitle, at: Point(x: 0, y: 0), style: Theme.title, width: used)
        guard model?.shouldShowBusy == true else { return }
        canvas.drawShortened(
            "fetching older messages… ", at: Point(x: used, y: 0), style: Theme.dim, width: canvas.size.width - used)
    }

    private var fullTitle: String { " \(backMark.isEmpty ? "" : "\(backMark)  ")\(title.string) " }

    private func drawBelow(of model: ChatViewModel, on canvas: Canvas) {
        let y = showsRule ? canvas.size.height - 1 : 0
        if showsRule { canvas.drawRule(y: y, style: Theme.rule) }
        guard !isAtLatest else { return }
        canvas.drawRight(
            " \(belowText(of: model)) ", right: canvas.size.width - (showsRule ? 2 : 0), y: y, style: Theme.newLine)
    }

    private func belowText(of model: ChatViewModel) -> String {
        guard let lastSeen, let place = model.rows.firstIndex(where: { $0.id == lastSeen }) else {
            return "\(Marks.below) more"
        }
        let count = model.rows[(place + 1)...].count { row in
            guard case .message(let message) = row.content else { return false }
            return !message.isOwn
        }
        return count == 0 ? "\(Marks.below) more" : "\(Marks.below) \(count) new"
    }

    private func drawRows(of model: ChatViewModel, on canvas: Canvas) {
        guard canvas.size.height > 0 else { return }
        guard !model.rows.isEmpty else {
            drawEmpty(of: model, on: canvas)
            return
        }
        viewHeight = canvas.size.height
        columns = ChatColumns(rows: model.rows, width: canvas.size.width, previous: columns)
        place(in: model)
        let top = topPlace(in: model)
        var row = top.row
        var skipped = top.line
        var y = 0
        var shown: ChatRowID?
        while y < viewHeight, row < model.rows.count {
            let lines = lines(of: model.rows[row]).dropFirst(skipped)
            // A row taller than the screen is seen once its end is.
            if lines.count <= viewHeight - y { shown = model.rows[row].id }
            for line in lines.prefix(viewHeight - y) {
                line.draw(on: canvas, y: y)
                y += 1
            }
            skipped = 0
            row += 1
        }
        if isAtLatest { lastSeen = model.rows.last?.id }
        report(shown, in: model)
        askForMore(in: model, top: top)
    }

    private func drawEmpty(of model: ChatViewModel, on canvas: Canvas) {
        let lines = TextWrapping.lines(model.emptyText.string, width: max(1, canvas.size.width - 2))
        for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 1, y: y), style: Theme.dim) }
    }

    private func report(_ shown: ChatRowID?, in model: ChatViewModel) {
        guard let shown, shown != lastShown else { return }
        lastShown = shown
        model.wasShown(shown)
    }

    /// A screen before the window ends is early enough for the answer to be there first.
    private func askForMore(in model: ChatViewModel, top: ChatPlace) {
        let scroll = scroll(in: model)
        if askedBefore != model.rows.first?.id, !model.shouldShowBusy, scroll.isNearStart(top, within: viewHeight) {
            askedBefore = model.rows.first?.id
            model.needsOlder()
        }
        guard !model.reachesLatest, !awaitsLatest, askedAfter != model.rows.last?.id else { return }
        if scroll.moved(top, by: viewHeight) >= scroll.latestTop(viewHeight: viewHeight) {
            askedAfter = model.rows.last?.id
            model.needsNewer()
        }
    }
}

extension ChatPane {
    private func lines(of row: ChatRowViewModel) -> [ChatLine] {
        guard let columns else { return [] }
        return cache.lines(of: row, columns: columns)
    }

    private func scroll(in model: ChatViewModel) -> ChatScroll {
        ChatScroll(rowCount: model.rows.count) { [self] in max(1, lines(of: model.rows[$0]).count) }
    }

    /// A chat opens where the unread begins, with a few lines before it, or at its end where that shows it all.
    private func place(in model: ChatViewModel) {
        guard !isPlaced else { return }
        isPlaced = true
        guard let newLine = model.rows.firstIndex(where: { $0.content == .newLine }) else { return }
        let scroll = scroll(in: model)
        // On very few rows the unread itself counts more than the line before it.
        let start = scroll.moved(ChatPlace(row: newLine, line: 0), by: viewHeight < 3 ? 1 : -(viewHeight / 4))
        let latest = scroll.latestTop(viewHeight: viewHeight)
        if start < latest || !model.reachesLatest { setTop(min(start, latest), in: model) }
        lastSeen = model.rows[..<newLine].last?.id
    }

    private func topPlace(in model: ChatViewModel) -> ChatPlace {
        let scroll = scroll(in: model)
        let latest = scroll.latestTop(viewHeight: viewHeight)
        guard case .at(let id, let line) = anchor, let row = model.rows.firstIndex(where: { $0.id == id }) else {
            anchor = .latest
            return latest
        }
        let place = scroll.moved(ChatPlace(row: row, line: line), by: 0)
        guard place < latest else {
            // What comes after the window's end must not carry the reader along.
            if model.reachesLatest { anchor = .latest } else { setTop(latest, in: model) }
            return latest
        }
        return place
    }

    private func setTop(_ place: ChatPlace, in model: ChatViewModel) {
        anchor = .at(model.rows[place.row].id, line: place.line)
    }

    private func scroll(by lines: Int) {
        guard let model, !model.rows.isEmpty, columns != nil else { return }
        // Someone who scrolls on asks again for what failed to come.
        if lines < 0 { askedBefore = nil } else { askedAfter = nil }
        let place = scroll(in: model).moved(topPlace(in: model), by: lines)
        setTop(place, in: model)
        _ = topPlace(in: model)
        onChange()
    }

    private func goToFirst() {
        guard let model, !model.rows.isEmpty else { return }
        askedBefore = nil
        setTop(.start, in: model)
        onChange()
    }
}
