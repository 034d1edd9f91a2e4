import CFribidi
import Synchronization

/// Who puts text that is read from right to left into the order in which it stands on the screen.
///
/// All text that is drawn passes here, so that what has none of it costs a look at its bytes.
package enum TextOrder {
    /// Whether the terminal does that by itself: then text goes out as it is read. There is one terminal.
    package static var isTerminals: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }

    private static let flag = Atomic(false)

    /// Whether a text has to be ordered.
    package static func isNeeded(for text: String) -> Bool {
        hasRightToLeft(text) && !isTerminals && !isDone(text)
    }

    /// Whether a text stands as it is drawn, or a part of it: see ``RowOrder/marked(_:)``.
    static func isDone(_ text: String) -> Bool { text.unicodeScalars.contains(RowOrder.opening) }

    private static func hasRightToLeft(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { confab_has_right_to_left($0.baseAddress, $0.count) }
    }
}
