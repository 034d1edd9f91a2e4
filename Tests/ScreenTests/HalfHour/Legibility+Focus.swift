import TestSupport

extension Legibility {
    /// Returns the faults of the cursor, which must be where the next key takes effect.
    func cursorFaults(_ footer: Footer) -> [String] {
        guard screen.isCursorVisible else {
            // A question takes the keys away from the field above it.
            let isAsked = !footer.isKeys && rows.last?.contains("Esc") ?? false
            // In a list without chats the cursor has no row to stand at.
            let isNeeded =
                footer.home == .composer || footer.home == .selection
                || !isAsked && rows.contains { $0.hasPrefix("›") }
            return isNeeded ? ["no cursor beside “\(rows.last ?? "")”"] : []
        }
        let (x, y) = screen.cursor
        guard x < screen.width, y < screen.height else { return ["the cursor is outside"] }
        let before = (0...x).map { screen.cell(x: $0, y: y).text }
        let marks: [String] =
            switch footer.home {
            case .composer: ["▏"]
            // Without a row or a field the cursor has no position, and not every terminal can hide it.
            case .list where rows.contains { $0.contains("›") || $0.hasPrefix("/") }: ["›", "/"]
            case .list: []
            case .selection: ["▌"]
            case nil: []
            }
        if !marks.isEmpty, !before.contains(where: marks.contains) {
            return ["the cursor at \(x),\(y) is not behind \(marks)"]
        }
        return []
    }

    /// Returns the faults of the list. Unread chats have a mark, and the row that Enter opens has another.
    func listFaults(_ wall: Wall?) -> [String] {
        guard let wall else { return [] }
        var faults: [String] = []
        for y in wall.rows {
            let cells = (wall.left..<wall.column).map { screen.cell(x: $0, y: y) }
            let text = cells.map(\.text).joined()
            if cells.allSatisfy(\.style.isReversed), !text.contains("›"), !isSecondLine(y, wall) {
                faults.append("a selected row of the list without its mark: “\(text)”")
            }
        }
        return faults
    }

    private func isSecondLine(_ y: Int, _ wall: Wall) -> Bool {
        y > 0 && screen.cell(x: wall.left, y: y - 1).text == "›"
    }
}
