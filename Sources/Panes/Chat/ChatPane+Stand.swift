import ViewModels

/// Where somebody stands who goes elsewhere, and how they come back.
extension ChatPane {
    /// Told where it is other than what was told last.
    package func tellStand() {
        guard let model, isPlaced || model.rows.isEmpty else { return }
        if columns != nil, !model.rows.isEmpty { _ = topPlace(in: model) }
        var (top, line): (ChatRowID?, Int) = (nil, 0)
        if case .at(let row, let first) = anchor { (top, line) = (row, first) }
        let stand = ChatStand(top: top, line: line, selected: selected, listRow: listRow())
        guard stand != toldStand else { return }
        toldStand = stand
        model.tellStand(stand)
    }

    /// From where somebody went back to where they were; `nil` where the end is on screen, or they came by no message.
    var goBack: Action<Void>? {
        guard let model, model.goBack.reason == nil, !isAtLatest else { return nil }
        return model.goBack
    }

    /// Whether that is what else was found.
    var goesBackToFound: Bool { model?.goesBackToFound ?? false }

    /// - Parameter row: the one whose beginning is at the top where what was there is gone.
    func take(_ stand: ChatStand, or row: ChatRowID, in model: ChatViewModel) {
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
