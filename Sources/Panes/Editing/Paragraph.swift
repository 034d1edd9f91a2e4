import Terminal
import ViewModels

/// A line of the edited text, between two line breaks. Its text is immutable, so that cached results stay valid.
final class Paragraph {
    let characters: [Character]
    /// The size of the line within a JSON string, in bytes.
    private(set) lazy var byteCount = characters.reduce(0) { $0 + Self.byteCount($1) }
    private(set) lazy var words = findWords()
    /// The generation of ``SpellingViewModel`` in which all its words were checked.
    var askedGeneration: Int?
    /// The line as ASCII, if all its characters are printable ASCII, as in most lines. Its bytes are cheaper to read
    /// than characters.
    private(set) lazy var ascii: [UInt8]? = Self.ascii(characters)
    private var laidOut: (width: Int, isTerminals: Bool, rows: [WrappedLine])?

    init(_ characters: [Character]) {
        self.characters = characters
    }

    /// Returns the rows of the line.
    func rows(width: Int, meter: LayoutMeter) -> [WrappedLine] {
        let isTerminals = TextOrder.isTerminals
        if let laidOut, laidOut.width == width, laidOut.isTerminals == isTerminals { return laidOut.rows }
        meter.paragraphCount += 1
        let text = ascii.map { String(decoding: $0, as: UTF8.self) } ?? String(characters.map(Self.displayed))
        var rows = TextWrapping.layout(text, width: max(1, width))
        // Right-to-left text is aligned right. The column at the left is reserved for the cursor.
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

    /// Returns the drawn form of a character. It is always one character, so that text and screen positions match.
    /// Characters that could control the terminal are replaced by a symbol.
    static func displayed(_ character: Character) -> Character {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return character }
        if character == "\t" { return "→" }
        return DisplayText(sanitizing: String(character)).string.first ?? "\u{FFFD}"
    }

    private static func ascii(_ characters: [Character]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count)
        for character in characters {
            let utf8 = character.utf8
            guard let byte = utf8.first, byte >= 0x20, byte < 0x7F, utf8.count == 1 else { return nil }
            bytes.append(byte)
        }
        return bytes
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

/// Counts the layout work for a text, for tests.
final class LayoutMeter {
    /// The number of lines laid out in rows.
    var paragraphCount = 0
}
