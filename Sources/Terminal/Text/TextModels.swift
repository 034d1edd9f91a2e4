import CFribidi
import Synchronization

/// The part of a character in one or two cells of ncurses: a code point that has columns, and its combining marks.
struct DrawnCell: Hashable, Sendable {
    var text: String
    let columns: Int

    /// Returns the cells for a terminal without UTF-8. Marks are left out, and letters that the charset
    /// lacks are spelled.
    func cells(in charset: TerminalCharset) -> [DrawnCell] {
        guard let letter = text.unicodeScalars.first else { return [] }
        if charset.bytes(of: letter) != nil { return [DrawnCell(text: String(letter), columns: columns)] }
        return AsciiForm.spelled(letter, columns: columns).map { DrawnCell(text: String($0), columns: 1) }
    }
}

/// Decides whether this program or the terminal reorders right-to-left text.
///
/// All drawn text passes here. For text without right-to-left characters, the cost is one scan of its bytes.
package enum TextOrder {
    /// Whether the terminal reorders text. Text is then written in logical order. There is one terminal.
    package static var isTerminals: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }

    private static let flag = Atomic(false)

    /// Whether a text has to be reordered.
    package static func isNeeded(for text: String) -> Bool {
        hasRightToLeft(text) && !isTerminals && !isDone(text)
    }

    /// Whether a text or a part of it is already in visual order: see ``RowOrder/marked(_:)``.
    static func isDone(_ text: String) -> Bool { text.unicodeScalars.contains(RowOrder.opening) }

    private static func hasRightToLeft(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { confab_has_right_to_left($0.baseAddress, $0.count) }
    }
}

/// The user's choice of whether this program or the terminal reorders right-to-left text.
package enum TextOrderChoice: String, CaseIterable, Sendable {
    case auto, confab, terminal

    /// - Parameter environment: returns the value of a variable that is not empty.
    func isTerminals(environment: (String) -> String?) -> Bool {
        switch self {
        case .confab: false
        case .terminal: true
        case .auto: Self.cannotBeAsked(environment)
        }
    }

    /// Whether the terminal reorders all text and no escape sequence (BDSM) can stop it. This includes terminals behind
    /// a multiplexer, which doesn't pass on the sequence.
    private static func cannotBeAsked(_ environment: (String) -> String?) -> Bool {
        if environment("KONSOLE_VERSION") != nil || environment("TERM_PROGRAM") == "Apple_Terminal" { return true }
        guard environment("TMUX") != nil || environment("STY") != nil else { return false }
        return (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= firstVTE
    }

    /// The first release of VTE that reorders text, as in `VTE_VERSION`.
    private static let firstVTE = 5_800
}
