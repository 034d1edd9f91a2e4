/// Steps through the own lines of a chat, from the draft back to the first line.
struct LineRecall: Equatable {
    /// The loaded lines, newest first.
    private(set) var lines: [String]
    /// The timeline position before which older lines can be loaded; `nil` if all are loaded.
    private(set) var next: Int64?
    /// The index of the shown line; -1 is the draft.
    private(set) var index = -1
    private let begun: String
    /// The edits made to recalled lines; the lines themselves stay as they were sent.
    private var changed: [Int: String] = [:]

    init(written: String, unsent: [String]) {
        begun = written
        lines = unsent
        next = .max
    }

    /// The text of the shown line, with its edits.
    var text: String { text(at: index) }

    /// The draft from before recalling, with its edits.
    var written: String { text(at: -1) }

    func isUnchanged(_ text: String) -> Bool { index >= 0 && text == lines[index] }

    /// Whether the next older line has to be loaded from disk first.
    var needsMore: Bool { index + 1 >= lines.count && next != nil }

    mutating func add(_ page: [String], next: Int64?) {
        for line in page where line != lines.last { lines.append(line) }
        self.next = next
    }

    /// - Parameter text: the text in the field.
    /// - Returns: whether there is an older line.
    mutating func goToOlder(leaving text: String) -> Bool {
        guard index + 1 < lines.count else { return false }
        keep(text)
        index += 1
        return true
    }

    mutating func goToNewer(leaving text: String) -> Bool {
        guard index >= 0 else { return false }
        keep(text)
        index -= 1
        return true
    }

    private mutating func keep(_ text: String) {
        if text != self.text { changed[index] = text }
    }

    private func text(at index: Int) -> String {
        changed[index] ?? (index < 0 ? begun : lines[index])
    }
}
