package import ViewModels

/// The rows that match what was typed, which of them is chosen, and which are in view.
package struct FuzzyList {
    package private(set) var ranking: FuzzyRanking
    /// The place of the chosen row among those that match; 0 where none does.
    package private(set) var selection = 0
    package private(set) var firstVisible = 0
    /// What was typed itself, after all that match.
    private var typed: FuzzyListRowViewModel?

    package init(rows: [FuzzyListRowViewModel] = []) {
        ranking = FuzzyRanking(rows: rows)
    }

    package var count: Int { ranking.places.count + (typed == nil ? 0 : 1) }

    package var selected: FuzzyListRowViewModel? { row(at: selection) }

    /// The best match is chosen anew with each letter.
    ///
    /// - Parameter typed: the row for the text itself.
    package mutating func search(_ query: String, typed: FuzzyListRowViewModel? = nil) {
        guard query != ranking.query else { return }
        ranking.search(query)
        self.typed = typed
        selection = 0
        firstVisible = 0
    }

    /// The selection follows its row, except from the top: there it is the best row that is wanted.
    package mutating func replace(_ rows: [FuzzyListRowViewModel]) {
        let chosen = selection > 0 ? selected?.id : nil
        ranking.replace(rows)
        selection = chosen.flatMap { ranking.place(of: $0) } ?? min(selection, max(0, count - 1))
    }

    package mutating func move(by rows: Int) {
        selection = max(0, min(selection + rows, count - 1))
    }

    /// - Returns: whether the row is there.
    package mutating func select(_ id: FuzzyListRowID) -> Bool {
        guard let place = ranking.place(of: id) ?? (typed?.id == id ? ranking.places.count : nil) else { return false }
        selection = place
        return true
    }

    /// Moves what is in view, and the selection only as far as it would leave that.
    ///
    /// - Parameter height: how many rows are in view.
    package mutating func scroll(by rows: Int, height: Int) {
        firstVisible = max(0, min(firstVisible + rows, count - height))
        selection = max(firstVisible, min(selection, firstVisible + height - 1, count - 1))
    }

    /// - Returns: the rows in view with their places, once so many fit.
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
