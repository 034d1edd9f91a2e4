import TestSupport

extension Legibility {
    /// The cursor is where the next key goes.
    func cursorFaults(_ footer: Footer) -> [String] {
        guard screen.isCursorVisible else {
            // A question takes the keys from the field above it.
            let isAsked = !footer.isKeys && rows.last?.contains("Esc") ?? false
            // A list without chats has nothing for it to stand at.
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
            // Without a row or a field there is nothing for it to stand at, and not every terminal can hide it.
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

    /// What waits in the list has a mark, and the row that Enter opens has another.
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
