/// The keys of sequences: those of xterm, PuTTY, the Linux console, screen, tmux, rxvt, and the `CSI u` encoding.
///
/// No sequence has two meanings, so that the terminal's type doesn't matter.
enum SequenceTable {
    /// Returns the input of a sequence after `ESC [`; `nil` if it is unknown.
    static func input(_ sequence: ControlSequence) -> TerminalInput? {
        if sequence.marker == UInt8(ascii: "<") { return mouse(sequence) }
        guard sequence.marker == nil, sequence.intermediates.isEmpty else { return nil }
        if sequence.parameters.isEmpty {
            switch sequence.final {
            case UInt8(ascii: "I"): return .focus(true)
            case UInt8(ascii: "O"): return .focus(false)
            default: break
            }
        }
        return key(sequence).map(TerminalInput.key)
    }

    /// Returns the key of a sequence after `ESC O`.
    static func applicationKey(_ sequence: ControlSequence) -> Key? {
        // Some older terminals send the modifier alone (ESC O 5 A), and some after a 1 as in ESC [.
        guard let modifiers = modifiers(sequence.number(1) ?? sequence.number(0)) else { return nil }
        if let code = codes[sequence.final] { return Key(code, modifiers) }
        switch sequence.final {
        case UInt8(ascii: "a"): return Key(.up, modifiers.union(.control))
        case UInt8(ascii: "b"): return Key(.down, modifiers.union(.control))
        case UInt8(ascii: "c"): return Key(.right, modifiers.union(.control))
        case UInt8(ascii: "d"): return Key(.left, modifiers.union(.control))
        case UInt8(ascii: "M"): return Key(.enter, modifiers)
        case UInt8(ascii: "X"): return .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            // The keypad's codes are its characters plus 40 hex.
            return .character(Character(Unicode.Scalar(sequence.final - 0x40)))
        default: return nil
        }
    }

    /// The Linux console's F1 to F5: `ESC [ [ A` to `E`.
    static func consoleKey(_ byte: UInt8) -> Key? {
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return nil }
        return Key(.function(Int(byte) - 0x40))
    }

    private static let codes: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    private static let numbered: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
        29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
    ]

    private static func key(_ sequence: ControlSequence) -> Key? {
        // Encodings that distinguish press and release put 3 after the modifiers for a release.
        guard sequence.number(1, part: 1) != 3, let modifiers = modifiers(sequence.number(1)) else { return nil }
        switch sequence.final {
        case UInt8(ascii: "~"): return numberedKey(sequence, modifiers)
        case UInt8(ascii: "^"): return numberedKey(sequence, modifiers.union(.control))
        case UInt8(ascii: "$"): return numberedKey(sequence, modifiers.union(.shift))
        case UInt8(ascii: "@"): return numberedKey(sequence, modifiers.union([.control, .shift]))
        case UInt8(ascii: "u"): return encodedKey(sequence, code: sequence.number(0), modifiers: modifiers)
        case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
        case UInt8(ascii: "a"): return Key(.up, .shift)
        case UInt8(ascii: "b"): return Key(.down, .shift)
        case UInt8(ascii: "c"): return Key(.right, .shift)
        case UInt8(ascii: "d"): return Key(.left, .shift)
        default:
            // A first parameter other than 1 means a report: the cursor position ends in R like F3.
            guard sequence.number(0) ?? 1 == 1, sequence.parameters.count <= 2 else { return nil }
            return codes[sequence.final].map { Key($0, modifiers) }
        }
    }

    private static func numberedKey(_ sequence: ControlSequence, _ modifiers: Key.Modifiers) -> Key? {
        guard let number = sequence.number(0) else { return nil }
        if number == 27, sequence.final == UInt8(ascii: "~") {
            return encodedKey(sequence, code: sequence.number(2), modifiers: modifiers)
        }
        return numbered[number].map { Key($0, modifiers) }
    }

    /// Returns a key given by its code point: `CSI u`, and xterm's `modifyOtherKeys`.
    private static func encodedKey(_ sequence: ControlSequence, code: Int?, modifiers: Key.Modifiers) -> Key? {
        guard let code, let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
        switch code {
        case 8, 127: return Key(.backspace, modifiers)
        case 9: return Key(.tab, modifiers)
        case 13: return Key(.enter, modifiers)
        case 27: return Key(.escape, modifiers)
        case keypad: return keypadKey(code, modifiers)
        default: break
        }
        guard isSign(scalar) else { return nil }
        // The character of the key with shift, if the terminal sends it.
        let shifted = sequence.final == UInt8(ascii: "u") ? sequence.number(0, part: 1) : nil
        return characterKey(scalar, shifted: shifted.flatMap { Unicode.Scalar(UInt32($0)) }, modifiers)
    }

    /// Whether a code point is an ordinary character: no control, and not in ``keypad``.
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control && !keypad.contains(Int(scalar.value))
    }

    private static func characterKey(
        _ scalar: Unicode.Scalar, shifted: Unicode.Scalar?, _ modifiers: Key.Modifiers
    ) -> Key? {
        let character = Character(scalar)
        if modifiers.contains(.control) {
            let lower = character.lowercased().first ?? character
            // Terminals have always sent the same bytes for these keys, and most still do.
            switch lower {
            case "h": return Key(.backspace, modifiers.subtracting(.control))
            case "i": return Key(.tab, modifiers.subtracting(.control))
            case "m": return Key(.enter, modifiers.subtracting(.control))
            case "[": return Key(.escape, modifiers.subtracting(.control))
            case " ", "2": return Key(.character("@"), modifiers.subtracting(.shift))
            case "/", "-": return Key(.character("_"), modifiers.subtracting(.shift))
            default: return Key(.character(lower), modifiers.subtracting(.shift))
            }
        }
        guard modifiers.contains(.shift) else { return Key(.character(character), modifiers) }
        let told = shifted.flatMap { isSign($0) ? Character($0) : nil }
        let upper = told ?? character.uppercased().first ?? character
        return Key(.character(upper), modifiers.subtracting(.shift))
    }

    /// The private code points that `CSI u` has for keys without a character.
    private static let keypad = 57344...63743

    private static func keypadKey(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
        let signs = Array("0123456789./*-+")
        let keys: [Key.Code] = [
            .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
        ]
        switch code {
        case 57376...57388: return Key(.function(code - 57363), modifiers)
        case 57399...57413: return Key(.character(signs[code - 57399]), modifiers.subtracting(.shift))
        case 57414: return Key(.enter, modifiers)
        case 57415: return Key(.character("="), modifiers.subtracting(.shift))
        case 57417...57426: return Key(keys[code - 57417], modifiers)
        default: return nil
        }
    }

    /// - Parameter code: 1 plus a bit each for shift, alt, control, super, hyper, meta, caps lock and num lock.
    /// - Returns: `nil` if super or hyper is pressed. Such a key belongs to the desktop, so it is ignored.
    private static func modifiers(_ code: Int?) -> Key.Modifiers? {
        guard let code, code > 1 else { return [] }
        let bits = code - 1
        if bits & 0b1_1000 != 0 { return nil }
        var modifiers: Key.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 0b10_0010 != 0 { modifiers.insert(.meta) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// Parses a report in the SGR format: button, column and row, the last two from 1.
    private static func mouse(_ sequence: ControlSequence) -> TerminalInput? {
        let isPress = sequence.final == UInt8(ascii: "M")
        guard isPress || sequence.final == UInt8(ascii: "m"), sequence.intermediates.isEmpty,
            let bits = sequence.number(0), let x = sequence.number(1), let y = sequence.number(2), x > 0, y > 0
        else { return nil }
        let button: MouseReport.Button
        // The bits of shift, meta and control are removed. Movement (32) and further buttons (128) are not in the list.
        switch bits & ~0b1_1100 {
        case 0: button = .left
        case 1: button = .middle
        case 2: button = .right
        case 64: button = .wheelUp
        case 65: button = .wheelDown
        default: return nil
        }
        return .mouse(MouseReport(button: button, isPress: isPress, position: Point(x: x - 1, y: y - 1)))
    }
}
