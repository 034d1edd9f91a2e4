/// A walk through the own lines of a chat, from what is being written back to the first.
struct LineRecall: Equatable {
    /// The lines that are known, newest first.
    private(set) var lines: [String]
    /// Before which position of the timeline those are that aren't known yet; `nil` where all are.
    private(set) var next: Int64?
    /// Which line is shown; -1 is what was being written.
    private(set) var index = -1
    private let begun: String
    /// What became of lines on the way; the lines themselves stay as they were sent.
    private var changed: [Int: String] = [:]

    init(written: String, unsent: [String]) {
        begun = written
        lines = unsent
        next = .max
    }

    /// What is shown in its place.
    var text: String { text(at: index) }

    /// What was being written when the walk began, or was changed to on the way.
    var written: String { text(at: -1) }

    func isUnchanged(_ text: String) -> Bool { index >= 0 && text == lines[index] }

    /// Whether the line before the shown one has to come from disk first.
    var needsMore: Bool { index + 1 >= lines.count && next != nil }

    mutating func add(_ page: [String], next: Int64?) {
        for line in page where line != lines.last { lines.append(line) }
        self.next = next
    }

    /// - Parameter text: what stands in the field.
    /// - Returns: whether there is one.
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
