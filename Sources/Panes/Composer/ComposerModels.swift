import ViewModels

/// A notice of how close a text is to the size limit of a message.
struct LengthNotice {
    let byteCount: Int
    let limit: Int

    var text: DisplayText {
        if byteCount > limit {
            return .words("composer.text-too-long", count: byteCount - limit)
        }
        // The notice appears in the last twentieth of the limit.
        guard byteCount > limit - limit / 20 else { return .empty }
        return .words("composer.bytes-are-left", count: limit - byteCount)
    }
}

/// The names that Tab cycles through in place of the typed word.
struct NameCompletion {
    private var texts: [String] = []
    private var place = 0

    /// - Parameters:
    ///   - names: the names that begin with the word, the most likely first.
    ///   - isAtStart: whether the word begins the line. It then addresses somebody, and a colon follows.
    /// - Returns: the text in place of the word; `nil` if there is no name.
    mutating func begin(_ names: [String], word: String, isAtStart: Bool) -> String? {
        texts = names.map { $0 + (isAtStart ? ": " : " ") }
        place = 0
        return texts.first
    }

    /// - Returns: the number of characters to replace, and the new text; `nil` if no name was completed just now.
    mutating func next() -> (length: Int, text: String)? {
        guard !texts.isEmpty else { return nil }
        let length = texts[place].count
        place = (place + 1) % texts.count
        return (length, texts[place])
    }

    /// Ends the cycle, because another key was pressed.
    mutating func forget() { texts = [] }
}
