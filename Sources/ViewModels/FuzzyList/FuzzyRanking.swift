/// The rows that match what was typed, the best first; rows that match alike keep their order.
package struct FuzzyRanking {
    package private(set) var query = ""
    package private(set) var rows: [FuzzyListRowViewModel] = []
    /// Places in ``rows``.
    package private(set) var places: [Int] = []
    /// How many letters were compared for the last query.
    package private(set) var comparisons = 0

    package init(rows: [FuzzyListRowViewModel] = []) {
        replace(rows)
    }

    package var matcher: FuzzyMatcher { FuzzyMatcher(query) }

    /// Takes other rows for the same query.
    package mutating func replace(_ rows: [FuzzyListRowViewModel]) {
        self.rows = rows
        rank(rows.indices)
    }

    package mutating func search(_ query: String) {
        // What more letters match, fewer matched already.
        let candidates = query.hasPrefix(self.query) ? places.sorted() : Array(rows.indices)
        self.query = query
        rank(candidates)
    }

    /// The row at a place among those that match.
    package func row(at place: Int) -> FuzzyListRowViewModel? {
        places.indices.contains(place) ? rows[places[place]] : nil
    }

    /// Where a row stands among those that match.
    package func place(of id: FuzzyListRowID) -> Int? {
        places.firstIndex { rows[$0].id == id }
    }

    private mutating func rank(_ candidates: some Sequence<Int>) {
        var matcher = matcher
        guard !matcher.isEmpty else {
            comparisons = 0
            places = Array(rows.indices)
            return
        }
        var found: [(place: Int, score: Int)] = []
        for place in candidates {
            let row = rows[place]
            guard let score = matcher.score(title: row.searchedTitle, others: row.searchedOthers) else { continue }
            found.append((place, score))
        }
        comparisons = matcher.comparisons
        found.sort { ($0.score, $1.place) > ($1.score, $0.place) }
        places = found.map(\.place)
    }
}
