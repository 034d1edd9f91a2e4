import Terminal
import ViewModels

/// A line of a text under the cursor, between two line breaks. Its text never changes, so that what is found out about it
/// holds for as long as it is there.
final class Paragraph {
    let characters: [Character]
    /// What the line takes within a string of JSON, in bytes.
    private(set) lazy var byteCount = characters.reduce(0) { $0 + Self.byteCount($1) }
    private(set) lazy var words = findWords()
    /// In which generation of ``SpellingViewModel`` all its words were asked about.
    var askedGeneration: Int?
    private var laidOut: (width: Int, isTerminals: Bool, rows: [WrappedLine])?

    init(_ characters: [Character]) {
        self.characters = characters
    }

    /// The rows that it is drawn in.
    func rows(width: Int, meter: LayoutMeter) -> [WrappedLine] {
        let isTerminals = TextOrder.isTerminals
        if let laidOut, laidOut.width == width, laidOut.isTerminals == isTerminals { return laidOut.rows }
        meter.paragraphCount += 1
        var rows = TextWrapping.layout(String(characters.map(Self.displayed)), width: max(1, width))
        // What is read from right to left begins at the right; at the left a column is the cursor's.
        for (place, row) in rows.enumerated() where width < .max {
            guard let order = row.order, order.isRightToLeft else { continue }
            rows[place].indent = 1 + width - order.columns
        }
        laidOut = (width, isTerminals, rows)
        return rows
    }

    /// Whether the line begins at the right.
    func isRightToLeft(width: Int, meter: LayoutMeter) -> Bool {
        rows(width: width, meter: meter).first?.order?.isRightToLeft == true
    }

    /// A character as it is drawn, always one, so that places in the text are places on the screen: one that could
    /// steer the terminal is a mark.
    static func displayed(_ character: Character) -> Character {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return character }
        if character == "\t" { return "→" }
        return DisplayText(sanitizing: String(character)).string.first ?? "\u{FFFD}"
    }

    private static func byteCount(_ character: Character) -> Int {
        character.utf8.reduce(0) { count, byte in
            switch byte {
            case 0x22, 0x5C, 0x09: count + 2
            case ..<0x20: count + 6
            default: count + 1
            }
        }
    }
}
