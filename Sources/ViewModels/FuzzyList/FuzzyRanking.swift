/// The rows that match a search, the best first. Rows with the same score keep their order.
package struct FuzzyRanking {
    package private(set) var query = ""
    package private(set) var rows: [FuzzyListRowViewModel] = []
    /// Indices in ``rows``.
    package private(set) var places: [Int] = []
    /// The number of letters compared for the last query.
    package private(set) var comparisons = 0

    package init(rows: [FuzzyListRowViewModel] = []) {
        replace(rows)
    }

    package var matcher: FuzzyMatcher { FuzzyMatcher(query) }

    /// Replaces the rows, and keeps the query.
    package mutating func replace(_ rows: [FuzzyListRowViewModel]) {
        self.rows = rows
        rank(rows.indices)
    }

    package mutating func search(_ query: String) {
        // If letters were added, only previous matches can match.
        let candidates = query.hasPrefix(self.query) ? places.sorted() : Array(rows.indices)
        self.query = query
        rank(candidates)
    }

    /// Returns the row at an index among the matches.
    package func row(at place: Int) -> FuzzyListRowViewModel? {
        places.indices.contains(place) ? rows[places[place]] : nil
    }

    /// Returns the index of a row among the matches.
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
