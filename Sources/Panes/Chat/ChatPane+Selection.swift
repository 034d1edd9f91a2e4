package import ViewModels

/// The selection of a message, which letters act on.
extension ChatPane {
    package var isSelecting: Bool { selected != nil }

    /// The actions on the selected message.
    package var actions: MessageActions? {
        guard let selected, let model else { return nil }
        if let known = knownActions, known.row == selected { return known.actions }
        let actions = model.actions(selected)
        knownActions = (selected, actions)
        return actions
    }

    /// The actions on the user's newest own message.
    package var actionsOfLastOwn: MessageActions? {
        (model?.lastOwnRow).flatMap { model?.actions($0) }
    }

    package func clearSelection() {
        // A quoted message that arrives later must not be selected and take the letters being typed.
        if awaited == .quoted { stopWaiting() }
        selected = nil
        isVisited = false
        onChange()
    }

    /// Selects an older message, beginning at the last message that is completely on screen.
    func selectOlder() {
        guard let model, columns != nil else { return }
        stopWaiting()
        var end = lastWholeRow(in: model) + 1
        if let selected, let row = model.rows.firstIndex(where: { $0.id == selected }) {
            if TimelinePosition(row: row, line: 0) < topPlace(in: model) {
                scroll(by: -max(1, viewHeight - 1))
                return
            }
            end = row
        }
        guard let row = model.rows[..<end].lastIndex(where: \.isMessage) else {
            // Older messages may still arrive; then the next key press continues.
            if selected != nil { scroll(by: -1) }
            return
        }
        select(row, in: model)
    }

    func selectNewer() {
        guard let model, let selected, let old = model.rows.firstIndex(where: { $0.id == selected }) else { return }
        stopWaiting()
        if bottomPlace(in: model) < endPlace(of: old, in: model) {
            scroll(by: max(1, viewHeight - 1))
            return
        }
        guard let row = model.rows[(old + 1)...].firstIndex(where: \.isMessage) else {
            scroll(by: 1)
            return
        }
        select(row, in: model)
    }

    /// Scrolls by a screen up or down, and moves the selection along if there is one.
    func moveByScreen(_ direction: Int) {
        let step = max(1, viewHeight - 1)
        scroll(by: direction * step)
        guard let model, let selected, let old = model.rows.firstIndex(where: { $0.id == selected }) else { return }
        let target = scroll(in: model).moved(TimelinePosition(row: old, line: 0), by: direction * step).row
        let row =
            direction < 0
            ? model.rows[...target].lastIndex(where: \.isMessage) ?? model.rows.firstIndex(where: \.isMessage)
            : model.rows[target...].firstIndex(where: \.isMessage) ?? model.rows.lastIndex(where: \.isMessage)
        if let row { select(row, in: model) }
    }

    /// If the selected row was removed, selects the nearest row before it, or else one after it.
    func keepSelection(from old: [ChatRowViewModel], in new: [ChatRowViewModel]) {
        guard let id = selected, !new.contains(where: { $0.id == id }) else { return }
        let left = Set(new.filter(\.isMessage).map(\.id))
        let place = old.firstIndex { $0.id == id } ?? old.endIndex
        selected =
            old[..<place].last { left.contains($0.id) }?.id ?? old[place...].first { left.contains($0.id) }?.id
            ?? new.last(where: \.isMessage)?.id
    }

    private func select(_ row: Int, in model: ChatViewModel) {
        selected = model.rows[row].id
        let scroll = scroll(in: model)
        let top = topPlace(in: model)
        let isFirst = !model.rows[..<row].contains(where: \.isMessage)
        let start = isFirst ? .start : TimelinePosition(row: row, line: 0)
        let end = endPlace(of: row, in: model)
        if start < top {
            askAgain(before: true)
            setTop(start, in: model)
        } else if bottomPlace(in: model) < end {
            askAgain(before: false)
            // A message taller than the screen is shown from its beginning.
            setTop(min(start, scroll.moved(end, by: -(viewHeight - 1))), in: model)
        }
        _ = topPlace(in: model)
        onChange()
    }

    private func lastWholeRow(in model: ChatViewModel) -> Int {
        let bottom = bottomPlace(in: model)
        return bottom == endPlace(of: bottom.row, in: model) ? bottom.row : max(0, bottom.row - 1)
    }

    private func bottomPlace(in model: ChatViewModel) -> TimelinePosition {
        scroll(in: model).moved(topPlace(in: model), by: viewHeight - 1)
    }

    private func endPlace(of row: Int, in model: ChatViewModel) -> TimelinePosition {
        guard model.rows.indices.contains(row) else { return .start }
        return TimelinePosition(row: row, line: max(1, lines(of: model.rows[row]).count) - 1)
    }
}
