/// What can be undone in a text: the lines that each change replaced.
struct EditHistory {
    struct Change {
        /// The first line that the change touched.
        let first: Int
        /// What stood there.
        let old: [Paragraph]
        /// How many lines stand there now.
        let newCount: Int
        /// Where the cursor was.
        let cursor: TextPlace
    }

    private var changes: [Change] = []
    private var characterCount = 0

    private static let maximumCount = 200
    /// A long line is kept once for each change to it.
    private static let maximumCharacters = 1_000_000

    /// - Parameter isContinued: whether the change is undone together with the one before, where both are within one line.
    mutating func add(_ change: Change, isContinued: Bool) {
        if isContinued, let last = changes.last, last.first == change.first, last.newCount == 1, change.newCount == 1,
            change.old.count == 1
        {
            return
        }
        changes.append(change)
        characterCount += Self.characterCount(change)
        while changes.count > Self.maximumCount || characterCount > Self.maximumCharacters && changes.count > 1 {
            characterCount -= Self.characterCount(changes.removeFirst())
        }
    }

    mutating func takeLast() -> Change? {
        guard let change = changes.popLast() else { return nil }
        characterCount -= Self.characterCount(change)
        return change
    }

    private static func characterCount(_ change: Change) -> Int {
        change.old.reduce(0) { $0 + $1.characters.count }
    }
}
