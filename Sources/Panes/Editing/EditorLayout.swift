import Terminal
import ViewModels

/// The rows that a text under the cursor is drawn in.
struct EditorLayout {
    let rows: [WrappedLine]
    private let width: Int

    init(_ characters: [Character], width: Int) {
        self.width = max(1, width)
        rows = TextWrapping.layout(String(characters.map(Self.displayed)), width: self.width)
    }

    /// A character as it is drawn, always one, so that places in the text are places on the screen: one that could
    /// steer the terminal is a mark.
    static func displayed(_ character: Character) -> Character {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return character }
        if character == "\n" { return character }
        if character == "\t" { return "→" }
        return DisplayText(sanitizing: String(character)).string.first ?? "\u{FFFD}"
    }

    /// Column and row of a place in the text.
    func place(of cursor: Int) -> Point {
        let place = TextWrapping.position(of: cursor, in: rows)
        return Point(x: min(place.x, width), y: place.y)
    }

    /// The place in the text that stands nearest to a column of a row.
    func cursor(row: Int, column: Int) -> Int {
        TextWrapping.offset(at: Point(x: column, y: row), in: rows)
    }
}
