import Terminal
import ViewModels

/// A cache of laid-out rows, valid as long as row and columns stay the same.
struct ChatRowCache {
    private struct Entry {
        let revision: Int
        let heading: ChatRowViewModel.Heading
        let lines: [ChatLine]
    }

    private var entries: [ChatRowID: Entry] = [:]
    private var columns: ChatColumns?
    private var isTerminals = false
    /// The number of rows laid out. Tests count this instead of measuring time.
    private(set) var layoutCount = 0

    mutating func lines(of row: ChatRowViewModel, columns: ChatColumns) -> [ChatLine] {
        let isTerminals = TextOrder.isTerminals
        if self.columns != columns || self.isTerminals != isTerminals {
            entries = [:]
            self.columns = columns
            self.isTerminals = isTerminals
        }
        if let entry = entries[row.id], entry.revision == row.revision, entry.heading == row.heading {
            return entry.lines
        }
        let lines = ChatRowLayout(columns: columns).lines(of: row)
        entries[row.id] = Entry(revision: row.revision, heading: row.heading, lines: lines)
        layoutCount += 1
        return lines
    }

    /// Removes rows that have left the window, once they are the majority.
    mutating func prune(to rows: [ChatRowViewModel]) {
        guard entries.count > 2 * rows.count + 100 else { return }
        let kept = Set(rows.map(\.id))
        entries = entries.filter { kept.contains($0.key) }
    }
}
