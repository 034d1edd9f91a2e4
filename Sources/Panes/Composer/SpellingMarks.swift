import ViewModels

/// The spelling check of a text: the misspelled words, and the words already checked.
@MainActor
struct SpellingMarks {
    private var model: SpellingViewModel?
    private var asked: Set<String> = []
    private var saidLack = DisplayText.empty

    private static let mostWords = 5_000

    /// - Returns: the reason why words can't be checked, if it should be shown now.
    mutating func take(_ model: SpellingViewModel) -> DisplayText? {
        if model.generation != self.model?.generation { asked = [] }
        self.model = model
        let lack = model.saysLack ? model.lack : .empty
        defer { saidLack = lack }
        return lack.isEmpty || lack == saidLack ? nil : lack
    }

    var lack: DisplayText { model?.lack ?? .words("spelling.is-off") }

    func add(_ word: String) { model?.add(word) }

    /// Checks all words except the one being typed.
    mutating func ask(about editor: TextEditor, typedAt typed: TextPlace?) {
        guard let model else { return }
        var words: [String] = []
        for (line, paragraph) in editor.lines.enumerated() where paragraph.askedGeneration != model.generation {
            let own = editor.words(ofLine: line)
            let done = own.filter { !Self.isTyped($0, line: line, at: typed) }
            if done.count == own.count { paragraph.askedGeneration = model.generation }
            words += done.map(\.text).filter { asked.insert($0).inserted }
        }
        if asked.count > Self.mostWords { asked = [] }
        if !words.isEmpty { model.check(words) }
    }

    func misspelt(in editor: TextEditor, line: Int, typedAt typed: TextPlace?) -> [SpelledWord] {
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

    private static func isTyped(_ word: SpelledWord, line: Int, at place: TextPlace?) -> Bool {
        guard let place, place.line == line else { return false }
        return (word.range.lowerBound...word.range.upperBound).contains(place.column)
    }
}
