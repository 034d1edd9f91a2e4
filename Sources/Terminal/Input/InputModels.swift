/// The response of a terminal to a cursor position query (DSR 6), from the second row on: `ESC [ row ; column R`.
enum CursorPositionReport {
    /// The starts of responses for the rows in use, with the last byte of the introducer. They are never typed.
    static let beginnings = (2...9).map { Array("[\($0);".utf8) }
    private static let most = 12

    /// Whether these bytes after `ESC [` may be the start of a response.
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

/// A press or release of a mouse button, or a step of the wheel.
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
    /// The response to the background color query.
    case background(RGBColor)
    /// The response to a cursor position query: column and row from 0.
    case cursor(Point)
    /// A response to the graphics queries.
    case graphics(GraphicsResponse)
}

/// The response of a terminal to a background color query (OSC 11). Between `ESC ]` and its terminator it is
/// `11;rgb:hhhh/hhhh/hhhh`.
enum BackgroundResponse {
    static let question = Array("\u{1B}]11;?\u{1B}\\".utf8)
    /// The start of the response, with the last byte of its introducer. It is never typed.
    static let beginning = Array("]11;rgb".utf8)
    private static let most = 40

    /// Whether the bytes may be the start of a response. They may include the start of its terminator.
    static func isBegun(_ bytes: [UInt8]) -> Bool {
        let known = beginning.dropFirst()
        guard bytes.count <= most else { return false }
        guard bytes.count > known.count else { return known.starts(with: bytes) }
        return bytes.starts(with: known)
            && bytes.dropFirst(known.count).allSatisfy { isHexadecimal($0) || [0x1B, 0x2F, 0x3A].contains($0) }
    }

    /// - Parameter bytes: the bytes without introducer and terminator.
    /// - Returns: `nil` for other content. Each part has one to four digits, and its largest value is full intensity.
    static func color(_ bytes: [UInt8]) -> RGBColor? {
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2, fields[0] == "11;rgb" || fields[0] == "11;rgba" else { return nil }
        let parts = fields[1].split(separator: "/", omittingEmptySubsequences: false).map { digits -> UInt8? in
            guard (1...4).contains(digits.count), digits.utf8.allSatisfy(isHexadecimal),
                let value = Int(digits, radix: 16)
            else { return nil }
            return UInt8(value * 255 / ((1 << (4 * digits.count)) - 1))
        }
        guard parts.count == (fields[0] == "11;rgba" ? 4 : 3), let red = parts[0], let green = parts[1],
            let blue = parts[2]
        else { return nil }
        return RGBColor(red: red, green: green, blue: blue)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
