import ViewModels

/// Saving and restoring the scroll position.
extension ChatPane {
    /// Reports the scroll position if it has changed since the last report.
    package func reportScrollPosition() {
        guard let model, isPlaced || model.rows.isEmpty else { return }
        if columns != nil, !model.rows.isEmpty { _ = topPlace(in: model) }
        var (top, line): (ChatRowID?, Int) = (nil, 0)
        if case .at(let row, let first) = anchor { (top, line) = (row, first) }
        let stand = ScrollPosition(top: top, line: line, selected: selected, listRow: listRow())
        guard stand != reportedScrollPosition else { return }
        reportedScrollPosition = stand
        model.reportScrollPosition(stand)
    }

    /// Returns to the position before a jump; `nil` if the newest message is on screen or there was no jump.
    var goBack: Action<Void>? {
        guard let model, model.goBack.reason == nil, !isAtLatest else { return nil }
        return model.goBack
    }

    /// Whether going back returns to the search results.
    var goesBackToFound: Bool { model?.goesBackToFound ?? false }

    /// - Parameter row: the row to show at the top if the saved row is gone.
    func restore(_ stand: ScrollPosition, or row: ChatRowID, in model: ChatViewModel) {
        let rows = Set(model.rows.map(\.id))
        isPlaced = true
        awaited = nil
        switch stand.top {
        case let top? where rows.contains(top): anchor = .at(top, line: stand.line)
        case nil: anchor = .latest
        case _? where rows.contains(row): anchor = .at(row, line: 0)
        case _?: break
        }
        selected = stand.selected.flatMap { rows.contains($0) ? $0 : nil }
        isVisited = selected != nil && model.goBack.reason == nil
    }
}
