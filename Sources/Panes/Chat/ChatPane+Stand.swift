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
    func take(_ stand: ChatStand, at row: Int, in model: ChatViewModel) {
        isPlaced = true
        awaited = nil
        if let top = stand.top {
            let isThere = model.rows.contains { $0.id == top }
            anchor = isThere ? .at(top, line: stand.line) : .at(model.rows[row].id, line: 0)
        } else {
            anchor = .latest
        }
        selected = stand.selected.flatMap { id in model.rows.contains { $0.id == id && $0.isMessage } ? id : nil }
        isVisited = selected != nil && model.goBack.reason == nil
    }
}
