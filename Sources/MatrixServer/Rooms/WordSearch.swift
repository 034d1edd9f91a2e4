/// A word or name to search for in texts, ignoring case, with no letter or digit beside it.
///
/// The number of steps is at most twice the characters of the text and the word together (Knuth, Morris and Pratt).
struct WordSearch: Sendable {
    private let word: [Character]
    /// For each position of the word, the length of the prefix that ends there again.
    private let repeats: [Int]

    init(_ word: String) {
        let word = Array(word.lowercased())
        var repeats = [Int](repeating: 0, count: word.count)
        var length = 0
        for place in word.indices.dropFirst() {
            while length > 0, word[place] != word[length] { length = repeats[length - 1] }
            if word[place] == word[length] { length += 1 }
            repeats[place] = length
        }
        self.word = word
        self.repeats = repeats
    }

    func isFound(in text: String) -> Bool {
        var steps = 0
        return isFound(in: text, steps: &steps)
    }

    /// - Parameter steps: Grows by the number of comparisons.
    func isFound(in text: String, steps: inout Int) -> Bool {
        guard !word.isEmpty else { return false }
        let text = Array(text.lowercased())
        var length = 0
        for place in text.indices {
            steps += 1
            while length > 0, text[place] != word[length] {
                steps += 1
                length = repeats[length - 1]
            }
            if text[place] == word[length] { length += 1 }
            guard length == word.count else { continue }
            let start = place + 1 - length
            if start == 0 || !isPartOfWord(text[start - 1]), place + 1 == text.count || !isPartOfWord(text[place + 1]) {
                return true
            }
            length = repeats[length - 1]
        }
        return false
    }

    private func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
