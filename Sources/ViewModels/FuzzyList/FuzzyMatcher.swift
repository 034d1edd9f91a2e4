/// Searches texts for each word of a query. The letters of a word must occur in order, but may be scattered.
///
/// Starts of words score higher than their middle, adjacent letters higher than scattered ones, and shorter texts
/// higher than longer ones. A match takes time proportional to the length of the text times that of the word.
package struct FuzzyMatcher: Sendable {
    /// The number of letters compared so far.
    package private(set) var comparisons = 0
    private let words: [[UInt32]]

    private enum Weight {
        static let letter = 64
        static let firstLetter = 8
        static let wordStart = 40
        static let inRow = 48
        static let gap = 12
        static let inTitle = 1_000
    }

    private static let maximumWord = 48

    package init(_ query: String) {
        words = query.split(whereSeparator: \.isWhitespace).map {
            $0.prefix(Self.maximumWord).map(FuzzyText.folded)
        }
    }

    /// Whether the query is empty, so that everything matches.
    package var isEmpty: Bool { words.isEmpty }

    /// Returns the score, with each word counted in the text where it matches best. Higher is better; `nil` if a word
    /// doesn't match any text.
    ///
    /// - Parameters:
    ///   - title: the text in which letters may be scattered.
    ///   - others: texts in which a word must occur literally, because in long texts scattered letters match by
    ///     chance.
    package mutating func score(title: FuzzyText, others: [FuzzyText] = []) -> Int? {
        var sum = 0
        for word in words {
            var best = alignment(of: word, in: title)?.score.advanced(by: Weight.inTitle)
            for other in others where best == nil {
                guard let place = firstPlace(of: word, in: other) else { continue }
                best = word.count * Weight.letter + (other.startsWord[place] ? Weight.wordStart : 0)
            }
            guard let best else { return nil }
            sum += best
        }
        return sum - min(title.folded.count, Weight.inTitle)
    }

    /// Returns the characters of a title that match, as ordered, separate ranges.
    package func ranges(inTitle title: FuzzyText) -> [Range<Int>] {
        var places = Set<Int>()
        var matcher = self
        for word in words { places.formUnion(matcher.alignment(of: word, in: title)?.places() ?? []) }
        return Self.ranges(places)
    }

    /// Returns the characters of another text that match.
    package func ranges(inOther text: FuzzyText) -> [Range<Int>] {
        var places = Set<Int>()
        var matcher = self
        for word in words {
            guard let place = matcher.firstPlace(of: word, in: text) else { continue }
            places.formUnion(place..<place + word.count)
        }
        return Self.ranges(places)
    }

    private static func ranges(_ places: Set<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for place in places.sorted() {
            if let last = ranges.last, last.upperBound == place {
                ranges[ranges.count - 1] = last.lowerBound..<place + 1
            } else {
                ranges.append(place..<place + 1)
            }
        }
        return ranges
    }
}

extension FuzzyMatcher {
    /// The possible columns of each letter of a word in a text, with their scores.
    private struct Alignment {
        let letters: Int
        let columns: Int
        /// For each letter and column, the best score of all letters up to this one if it is in that column.
        var scores: [Int]
        var score = Alignment.none

        static let none = Int.min / 2

        /// Returns the columns of the best alignment.
        func places() -> [Int] {
            var places: [Int] = []
            var before = columns
            for letter in (0..<letters).reversed() {
                let row = scores[letter * columns..<letter * columns + before]
                // A gap costs more the longer it is, while an adjacent letter earns a bonus.
                let best = row.indices.max { left, right in
                    worth(left, letter, before) < worth(right, letter, before)
                }
                guard let best else { return [] }
                before = best - letter * columns
                places.append(before)
            }
            return places.reversed()
        }

        private func worth(_ index: Int, _ letter: Int, _ next: Int) -> Int {
            guard letter < letters - 1 else { return scores[index] }
            let column = index - letter * columns
            let distance = next - column - 1
            return scores[index] + (distance == 0 ? Weight.inRow : -Weight.gap - distance + 1)
        }
    }

    private mutating func alignment(of word: [UInt32], in text: FuzzyText) -> Alignment? {
        guard containsInOrder(word, text.folded) else { return nil }
        let columns = text.folded.count
        var alignment = Alignment(
            letters: word.count, columns: columns,
            scores: Array(repeating: Alignment.none, count: word.count * columns))
        for letter in word.indices {
            let row = letter * columns
            // The best score that ended at least two columns ago, less the cost of the gap so far.
            var afterGap = Alignment.none
            for column in letter..<columns {
                comparisons += 1
                let beside = letter > 0 && column > 0 ? alignment.scores[row - columns + column - 1] : Alignment.none
                if text.folded[column] == word[letter] {
                    let before = letter == 0 ? 0 : max(beside + Weight.inRow, afterGap)
                    alignment.scores[row + column] =
                        before + Weight.letter + (text.startsWord[column] ? Weight.wordStart : 0)
                        + (column == 0 ? Weight.firstLetter : 0)
                }
                afterGap = max(afterGap - 1, beside - Weight.gap)
            }
        }
        alignment.score = alignment.scores.suffix(columns).max() ?? Alignment.none
        return alignment.score > Alignment.none / 2 ? alignment : nil
    }

    /// Rejects most texts after reading them once.
    private mutating func containsInOrder(_ word: [UInt32], _ text: [UInt32]) -> Bool {
        guard word.count <= text.count else { return false }
        var found = 0
        for letter in text where found < word.count {
            comparisons += 1
            if letter == word[found] { found += 1 }
        }
        return found == word.count
    }

    /// Returns the first match at the start of a word, or else the first match.
    private mutating func firstPlace(of word: [UInt32], in text: FuzzyText) -> Int? {
        guard let first = word.first, word.count <= text.folded.count else { return nil }
        var found: Int?
        for start in 0...text.folded.count - word.count {
            comparisons += 1
            guard text.folded[start] == first, found == nil || text.startsWord[start] else { continue }
            var length = 1
            while length < word.count, text.folded[start + length] == word[length] { length += 1 }
            comparisons += length
            guard length == word.count else { continue }
            if text.startsWord[start] { return start }
            found = start
        }
        return found
    }
}
