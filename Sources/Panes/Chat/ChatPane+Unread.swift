import Terminal
import ViewModels

/// The counts of new and unread messages outside of the view, shown on the rule below it.
extension ChatPane {
    /// Marks the rows on screen as seen, because the user is active.
    package func markSeen() {
        if let newRowOnScreen {
            seenNewRow = newRowOnScreen
            return
        }
        guard columns != nil, let model, let newRow = model.unreadRow, newRow != seenNewRow,
            newRow != passedUnread?.newRow
        else { return }
        passedUnread = (newRow, model.rows[topPlace(in: model).row].id)
    }

    func drawBelow(of model: ChatViewModel, on canvas: Canvas) {
        let y = showsRule ? canvas.size.height - 1 : 0
        if showsRule { canvas.drawRule(y: y, style: Theme.rule) }
        let above = unreadAbove(in: model)
        if showsRule, !above.isEmpty {
            let key = host.keyName(.firstUnread)
            canvas.drawShortened(
                " \(Marks.above) \(above)  \(key) ", at: Point(x: 1, y: y), style: Theme.newLine,
                width: canvas.size.width - 2)
        }
        guard !isAtLatest else { return }
        canvas.drawRight(
            " \(belowText(of: model)) ", right: canvas.size.width - (showsRule ? 2 : 0), y: y, style: Theme.newLine)
    }

    /// Returns the unread count above the view, as in `312 unread`. It counts from the first unread row, and is empty
    /// once that row was on screen.
    private func unreadAbove(in model: ChatViewModel) -> String {
        guard model.unreadAbove.isEmpty else { return model.unreadAbove.string }
        guard let newRow = model.unreadRow, newRow != seenNewRow, columns != nil,
            let first = model.rows.firstIndex(where: { $0.id == newRow })
        else { return "" }
        let top = topPlace(in: model).row
        let end = passedUnread.flatMap { passed in
            passed.newRow == newRow ? model.rows.firstIndex { $0.id == passed.end } : nil
        }
        guard first < top else { return "" }
        let count = model.rows[first..<max(first, min(top, end ?? top))].count(where: \.isOthersMessage)
        return count == 0 ? "" : .words("chat.unread-above", ["number": "\(count)"])
    }

    /// Returns the row where unread messages begin: the line with *new*, or the first unread message if there is no
    /// such line above it.
    func unreadStart(in model: ChatViewModel) -> Int? {
        guard let row = model.unreadRow, let place = model.rows.firstIndex(where: { $0.id == row }) else { return nil }
        return place > 0 && model.rows[place - 1].content == .newLine ? place - 1 : place
    }

    /// Returns the hint for newer messages, as in `↓ 3 new  M-> latest`.
    private func belowText(of model: ChatViewModel) -> String {
        let key = host.keyName(.latestMessage)
        let count = newCount(in: model)
        let what = count == 0 ? String.words("chat.more-below") : .words("go-to.new", ["number": String(count)])
        let text = "\(Marks.below) \(what)"
        return showsRule ? "\(text)  \(String.words("chat.key-to-latest", ["key": key]))" : text
    }

    private func newCount(in model: ChatViewModel) -> Int {
        guard let lastSeen, let place = model.rows.firstIndex(where: { $0.id == lastSeen }) else {
            return model.newBelow
        }
        return model.newBelow + model.rows[(place + 1)...].count(where: \.isOthersMessage)
    }

    /// Updates ``lastSeen``, so that messages read on the way down no longer count as new.
    func see(_ end: Int, in model: ChatViewModel) {
        guard !isAtLatest else {
            lastSeen = model.rows.last?.id
            return
        }
        guard let lastSeen, let place = model.rows.firstIndex(where: { $0.id == lastSeen }), end - 1 > place else {
            return
        }
        self.lastSeen = model.rows[end - 1].id
    }
}

extension ChatRowViewModel {
    fileprivate var isOthersMessage: Bool {
        guard case .message(let message) = content else { return false }
        return !message.isOwn
    }
}
