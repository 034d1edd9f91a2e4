import TestSupport

extension ScreenEmulator {
    /// Every `n0001`, `n0002`, … that the chat shows, from the top down, duplicates included. The composer's text is
    /// left out.
    var numberedLines: [String] {
        let end = rows.lastIndex { $0.contains("├─") } ?? rows.count
        return rows[..<end].flatMap { row in row.matches(of: /\b[nk][0-9]{4}\b/).map { String($0.output) } }
    }
}
