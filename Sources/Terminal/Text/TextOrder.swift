import CFribidi
import Synchronization

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
