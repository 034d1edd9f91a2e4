/// The names that Tab goes through, one after the other, in the place of what was typed.
struct NameCompletion {
    private var texts: [String] = []
    private var place = 0

    /// - Parameters:
    ///   - names: those that begin with the word, the likeliest first.
    ///   - isAtStart: whether the word begins the line: then somebody is addressed, and a colon follows.
    /// - Returns: what to write in place of the word; `nil` where there is no name.
    mutating func begin(_ names: [String], word: String, isAtStart: Bool) -> String? {
        texts = names.map { $0 + (isAtStart ? ": " : " ") }
        place = 0
        return texts.first
    }

    /// - Returns: how many characters are replaced by what; `nil` where no name was completed just now.
    mutating func next() -> (length: Int, text: String)? {
        guard !texts.isEmpty else { return nil }
        let length = texts[place].count
        place = (place + 1) % texts.count
        return (length, texts[place])
    }

    /// Something else was pressed.
    mutating func forget() { texts = [] }
}
