import Terminal
import ViewModels

/// The rows that a text under the cursor is drawn in.
///
/// Unlike text that is only read, blanks at the end of a row count: the cursor can stand on each of them.
struct EditorLayout {
    /// Parts of the text, without the line breaks.
    let rows: [Range<Int>]
    private let characters: [Character]
    private let width: Int

    init(_ characters: [Character], width: Int) {
        self.characters = characters
        self.width = max(1, width)
        var rows: [Range<Int>] = []
        var start = 0
        var columns = 0
        /// After the last blank of the row, where it may break.
        var breakPlace: Int?
        var place = 0
        while place < characters.count {
            let character = characters[place]
            if character == "\n" {
                rows.append(start..<place)
                start = place + 1
                columns = 0
                breakPlace = nil
                place += 1
                continue
            }
            let isBlank = character == " "
            columns += Self.columns(character)
            if columns > self.width, !isBlank, place > start {
                let end = breakPlace ?? place
                rows.append(start..<end)
                start = end
                columns = 0
                breakPlace = nil
                place = end
                continue
            }
            place += 1
            if isBlank { breakPlace = place }
        }
        rows.append(start..<characters.count)
        self.rows = rows
    }

    /// A character as it is drawn: one that could steer the terminal is a mark.
    static func displayed(_ character: Character) -> String {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return String(character) }
        return DisplayText(sanitizingLines: String(character)).string
    }

    static func columns(_ character: Character) -> Int { TextWidth.columns(displayed(character)) }

    func text(row: Int) -> String { rows[row].map { characters[$0] }.map(Self.displayed).joined() }

    /// Column and row of a place in the text.
    func place(of cursor: Int) -> Point {
        let row = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
        let columns = (rows[row].lowerBound..<max(rows[row].lowerBound, cursor))
            .reduce(0) { $0 + Self.columns(characters[$1]) }
        return Point(x: min(columns, width), y: row)
    }

    /// The place in the text that stands nearest to a column of a row.
    func cursor(row: Int, column: Int) -> Int {
        var used = 0
        for place in rows[row] {
            used += Self.columns(characters[place])
            if used > column { return place }
        }
        let isLast = row == rows.count - 1
        let endsWithBreak = !isLast && rows[row + 1].lowerBound > rows[row].upperBound
        return isLast || endsWithBreak ? rows[row].upperBound : max(rows[row].lowerBound, rows[row].upperBound - 1)
    }
}
