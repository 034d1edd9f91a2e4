package import ViewModels

/// The rows that match a search, the selected row, and the visible rows.
package struct FuzzyList {
    package private(set) var ranking: FuzzyRanking
    /// The index of the selected row among the matches; 0 if there are none.
    package private(set) var selection = 0
    package private(set) var firstVisible = 0
    /// The row for the typed text itself, below all matches.
    private var typed: FuzzyListRowViewModel?

    package init(rows: [FuzzyListRowViewModel] = []) {
        ranking = FuzzyRanking(rows: rows)
    }

    package var count: Int { ranking.places.count + (typed == nil ? 0 : 1) }

    package var selected: FuzzyListRowViewModel? { row(at: selection) }

    /// Searches, and selects the best match at each key press.
    ///
    /// - Parameter typed: the row for the text itself.
    package mutating func search(_ query: String, typed: FuzzyListRowViewModel? = nil) {
        guard query != ranking.query else { return }
        ranking.search(query)
        self.typed = typed
        selection = 0
        firstVisible = 0
    }

    /// Replaces the rows. The selection stays on its row, except at the top, where it stays on the best match.
    package mutating func replace(_ rows: [FuzzyListRowViewModel]) {
        let chosen = selection > 0 ? selected?.id : nil
        ranking.replace(rows)
        selection = chosen.flatMap { ranking.place(of: $0) } ?? min(selection, max(0, count - 1))
    }

    package mutating func move(by rows: Int) {
        selection = max(0, min(selection + rows, count - 1))
    }

    /// - Returns: whether the row exists.
    package mutating func select(_ id: FuzzyListRowID) -> Bool {
        guard let place = ranking.place(of: id) ?? (typed?.id == id ? ranking.places.count : nil) else { return false }
        selection = place
        return true
    }

    /// Scrolls the view, and moves the selection only if it would leave the view.
    ///
    /// - Parameter height: the number of visible rows.
    package mutating func scroll(by rows: Int, height: Int) {
        firstVisible = max(0, min(firstVisible + rows, count - height))
        selection = max(firstVisible, min(selection, firstVisible + height - 1, count - 1))
    }

    /// - Returns: the visible rows with their indices, for a view of the given height.
    package mutating func window(height: Int) -> [(place: Int, row: FuzzyListRowViewModel)] {
        guard height > 0 else { return [] }
        firstVisible = max(min(firstVisible, selection), selection - height + 1)
        firstVisible = max(0, min(firstVisible, count - height))
        return (firstVisible..<min(count, firstVisible + height)).compactMap { place in
            row(at: place).map { (place, $0) }
        }
    }

    private func row(at place: Int) -> FuzzyListRowViewModel? {
        place == ranking.places.count ? typed : ranking.row(at: place)
    }
}
