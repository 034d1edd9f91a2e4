/// The answer of a terminal to the question for its cursor, from the second row on: `ESC [ row ; column R`.
enum CursorAnswer {
    /// The starts of answers for the rows in use, with the last byte of the introducer. They are never typed.
    static let beginnings = (2...9).map { Array("[\($0);".utf8) }
    private static let most = 12

    /// Whether these bytes after `ESC [` may be the start of an answer.
    static func isBegun(_ bytes: [UInt8]) -> Bool {
        bytes.count <= most && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    }

    /// Returns column and row from 0; `nil` for other content. In the first row, the sequence would be a key.
    static func position(_ sequence: ControlSequence) -> Point? {
        guard sequence.final == UInt8(ascii: "R"), sequence.marker == nil, sequence.intermediates.isEmpty,
            sequence.parameters.count == 2, let row = sequence.number(0), let column = sequence.number(1),
            row > 1, column > 0
        else { return nil }
        return Point(x: column - 1, y: row - 1)
    }
}

/// A press, release or wheel step of the mouse.
package struct MouseReport: Hashable, Sendable {
    package enum Button: Hashable, Sendable { case left, middle, right, wheelUp, wheelDown }

    package let button: Button
    package let isPress: Bool
    /// The cell, counted from 0 at the top left.
    package let position: Point

    package init(button: Button, isPress: Bool, position: Point) {
        self.button = button
        self.isPress = isPress
        self.position = position
    }
}

/// The input of a terminal: keys and reports.
package enum TerminalInput: Hashable, Sendable {
    case key(Key)
    /// Pasted text. Line breaks are `\n`, and nothing else is changed. It never counts as a key press.
    case paste(String)
    case mouse(MouseReport)
    /// The terminal got (`true`) or lost the focus.
    case focus(Bool)
    /// The answer about the background color.
    case background(RGBColor)
    /// The answer about the cursor position: column and row from 0.
    case cursor(Point)
    /// An answer about graphics.
    case graphics(GraphicsAnswer)
}
