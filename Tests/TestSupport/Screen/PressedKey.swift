/// A key that a test presses, as xterm sends it.
package enum PressedKey: Hashable, Sendable {
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12, as 1 to 12.
    case function(Int)
    case control(Character)
    case meta(Character)
    case metaEnter, metaUp, metaDown

    /// - Parameter isApplicationMode: Whether the program enabled the mode (`CSI ? 1 h`), in which arrows begin with
    ///   `ESC O`.
    func bytes(isApplicationMode: Bool) -> [UInt8] {
        let introducer = isApplicationMode ? "\u{1B}O" : "\u{1B}["
        let text =
            switch self {
            case .enter: "\r"
            case .tab: "\t"
            case .backTab: "\u{1B}[Z"
            case .escape: "\u{1B}"
            case .backspace: "\u{7F}"
            case .insert: "\u{1B}[2~"
            case .delete: "\u{1B}[3~"
            case .pageUp: "\u{1B}[5~"
            case .pageDown: "\u{1B}[6~"
            case .up: introducer + "A"
            case .down: introducer + "B"
            case .right: introducer + "C"
            case .left: introducer + "D"
            case .home: introducer + "H"
            case .end: introducer + "F"
            case .function(let number): Self.sequence(ofFunction: number)
            case .control(let character): Self.byte(ofControl: character)
            case .meta(let character): "\u{1B}" + String(character)
            case .metaEnter: "\u{1B}\r"
            case .metaUp: "\u{1B}[1;3A"
            case .metaDown: "\u{1B}[1;3B"
            }
        return Array(text.utf8)
    }

    private static func sequence(ofFunction number: Int) -> String {
        let codes = ["OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~", "[24~"]
        precondition(codes.indices.contains(number - 1), "there are F1 to F12")
        return "\u{1B}" + codes[number - 1]
    }

    private static func byte(ofControl character: Character) -> String {
        guard let ascii = character.uppercased().first?.asciiValue, (0x3F...0x5F).contains(ascii) else {
            preconditionFailure("no terminal sends ^\(character)")
        }
        return String(Unicode.Scalar(ascii ^ 0x40))
    }
}
