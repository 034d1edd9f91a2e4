import TestSupport

extension ScreenEmulator {
    /// The row at the top.
    var statusLine: String { rows.first ?? "" }

    /// The first word of the open chat's name, by its mark in the list.
    var openChat: String? {
        rows.first { $0.hasPrefix("▌") }.flatMap { row in
            row.dropFirst().split { $0 == " " || $0 == "│" }.first.map(String.init)
        }
    }

    /// Whether a chat of this name is in the list.
    func lists(_ chat: String) -> Bool {
        rows.contains { $0.contains("│") && $0.prefix { $0 != "│" }.contains(chat) }
    }

    /// The rows of the chat, without the composer.
    var chat: [String] {
        let rows = rows
        let end = rows.lastIndex { $0.contains("├─") } ?? rows.count
        return Array(rows[..<end].dropFirst())
    }

    /// The rows of the composer.
    var composer: [String] {
        let rows = rows
        guard let start = rows.lastIndex(where: { $0.contains("├─") }) else { return [] }
        return rows[(start + 1)...].dropLast().map { String($0) }
    }

    /// Every `n001`, `n002`, …, `n1000` that the chat shows, from the top down, duplicates included.
    var numberedLines: [String] {
        chat.flatMap { row in row.matches(of: /\bn[0-9]{3,6}\b/).map { String($0.output) } }
    }
}
