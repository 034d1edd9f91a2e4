import Panes
import TestSupport

extension Legibility {
    /// The last row: keys with their labels, or a sentence.
    struct Footer {
        /// The focus if nothing else is open.
        enum Home { case composer, list, selection }

        let isKeys: Bool
        let keys: Set<String>
        /// The parts of the row that are no key with its label.
        let strangers: [String]
        let home: Home?
    }

    func readFooter() -> Footer {
        let y = screen.height - 1
        let cells = (0..<screen.width).map { screen.cell(x: $0, y: y) }.filter { $0.text != " " && !$0.text.isEmpty }
        // A message is bold as a whole. In a row of keys and labels, only the keys are bold.
        guard cells.contains(where: { !$0.style.isBold }), !isQuestion else {
            return Footer(isKeys: false, keys: [], strangers: [], home: nil)
        }
        var keys: Set<String> = []
        var strangers: [String] = []
        var entries: Set<String> = []
        for entry in rows[y].dropFirst().split(separator: "  ") {
            // A key may consist of two words, as in `^O e`, and so may a label.
            let words = entry.split(separator: " ")
            let ends = words.indices.dropFirst().map { words[$0...].joined(separator: " ") }
            if let word = ends.first(where: Self.words.contains) {
                let key = String(entry.dropLast(word.count + 1))
                keys.insert(key)
                entries.insert("\(key) \(word)")
            } else {
                strangers.append(String(entry))
            }
        }
        return Footer(isKeys: true, keys: keys, strangers: strangers, home: Self.home(entries))
    }

    /// Returns the faults of the footer. It must exist, begin in the second column, and contain only known labels.
    /// If something is open, it must say how to leave it.
    func faults(of footer: Footer) -> [String] {
        let last = rows[rows.count - 1]
        guard !last.isEmpty else { return ["there is no footer"] }
        guard last.first == " " else { return ["the footer begins at the edge: “\(last)”"] }
        guard footer.isKeys else { return questionFaults }
        if !footer.strangers.isEmpty { return ["the footer has no keys of the table in \(footer.strangers)"] }
        let isOpen = footer.home == nil || footer.home == .selection || hasBanner
        if isOpen, !footer.keys.contains("Esc") { return ["no way out in “\(last)”"] }
        return []
    }

    /// Returns the faults of a question, which names the key to leave it at every cursor position in the answer.
    private var questionFaults: [String] {
        guard isQuestion else { return [] }
        let asked = rows.suffix(3).joined(separator: " ")
        return asked.contains("Esc") ? [] : ["no way out of “\(rows.suffix(2).joined(separator: " / "))”"]
    }

    /// Whether there is a line for an answer below the text of a question.
    var isQuestion: Bool {
        let y = screen.height - 2
        let cells = (0..<screen.width).map { screen.cell(x: $0, y: y) }.filter { $0.text != " " && !$0.text.isEmpty }
        return !cells.isEmpty && cells.allSatisfy(\.style.isBold) && screen.isCursorVisible
            && screen.cursor.y == screen.height - 1
    }

    private var hasBanner: Bool {
        rows.contains { $0.contains("▏Editing: ") || $0.contains(" Editing: ") || $0.contains(" Reply to ") }
    }

    private static func home(_ entries: Set<String>) -> Footer.Home? {
        if entries.contains("Enter send") { return .composer }
        if entries.contains("Enter open"), entries.contains("^O menu") { return .list }
        if entries.contains("M-r reply") || entries.contains("F2 commands") && entries.contains("M-w copy") {
            return .selection
        }
        return entries.contains("^O menu") && !entries.contains("Esc back") ? .list : nil
    }

    /// All footer labels of the key table, and the screen's own labels for Esc and for the search.
    private static let words = Set(BindingTable.all.compactMap(\.footerWord))
        .union(["dismiss", "all chats", "cancel", "chat", "list", "latest", "back", "later", "ends it"])
}
