/// The undo history of a text: the lines that each change replaced.
struct EditHistory {
    struct Change {
        /// The first line that the change affected.
        let first: Int
        /// The lines before the change.
        let old: [Paragraph]
        /// The number of lines after the change.
        let newCount: Int
        /// The cursor position before the change.
        let cursor: TextPosition
    }

    private var changes: [Change] = []
    private var characterCount = 0

    private static let maximumCount = 200
    /// The limit on all saved text. Each change saves its whole line, which may be long.
    private static let maximumCharacters = 1_000_000

    /// - Parameter isContinued: whether the change is undone together with the previous one, if both are within one
    ///   line.
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
