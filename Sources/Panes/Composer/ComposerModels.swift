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

/// The spelling check of a text: the misspelled words, and the words already checked.
@MainActor
struct SpellingMarks {
    private var model: SpellingViewModel?
    private var asked: Set<String> = []
    private var saidLack = DisplayText.empty

    private static let maxWords = 5_000

    /// - Returns: the reason why words can't be checked, if it should be shown now.
    mutating func apply(_ model: SpellingViewModel) -> DisplayText? {
        if model.generation != self.model?.generation { asked = [] }
        self.model = model
        let lack = model.saysLack ? model.lack : .empty
        defer { saidLack = lack }
        return lack.isEmpty || lack == saidLack ? nil : lack
    }

    var lack: DisplayText { model?.lack ?? .words("spelling.is-off") }

    func add(_ word: String) { model?.add(word) }

    /// Checks all words except the one being typed.
    mutating func ask(about editor: TextEditor, typedAt typed: TextPosition?) {
        guard let model else { return }
        var words: [String] = []
        for (line, paragraph) in editor.lines.enumerated() where paragraph.askedGeneration != model.generation {
            let own = editor.words(ofLine: line)
            let done = own.filter { !Self.isTyped($0, line: line, at: typed) }
            if done.count == own.count { paragraph.askedGeneration = model.generation }
            words += done.map(\.text).filter { asked.insert($0).inserted }
        }
        if asked.count > Self.maxWords { asked = [] }
        if !words.isEmpty { model.check(words) }
    }

    func misspelt(in editor: TextEditor, line: Int, typedAt typed: TextPosition?) -> [SpelledWord] {
        guard let model, !model.misspelt.isEmpty, model.lack.isEmpty else { return [] }
        return editor.words(ofLine: line).filter {
            model.misspelt.contains($0.text) && !Self.isTyped($0, line: line, at: typed)
        }
    }

    /// Returns the misspelled word at the cursor; else the last before it, else the first of all.
    func nearest(in editor: TextEditor) -> (word: SpelledWord, line: Int)? {
        let cursor = editor.place
        var found: (word: SpelledWord, line: Int)?
        for line in editor.lines.indices {
            for word in misspelt(in: editor, line: line, typedAt: nil) {
                if found != nil, (line, word.range.lowerBound) > (cursor.line, cursor.column) { return found }
                found = (word, line)
            }
        }
        return found
    }

    private static func isTyped(_ word: SpelledWord, line: Int, at place: TextPosition?) -> Bool {
        guard let place, place.line == line else { return false }
        return (word.range.lowerBound...word.range.upperBound).contains(place.column)
    }
}
