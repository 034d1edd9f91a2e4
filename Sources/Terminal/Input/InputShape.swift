/// Classifies reads of bytes by whether a terminal sent them or the user typed them.
enum InputShape {
    private static let escape: UInt8 = 0x1B
    private static let digits: ClosedRange<UInt8> = 0x30...0x39

    /// Whether the bytes of a read are the complete rest of a sequence whose ESC came alone.
    static func isTail(_ bytes: [UInt8]) -> Bool {
        guard (2...32).contains(bytes.count), let final = bytes.last else { return false }
        let middle = Array(bytes[1..<bytes.count - 1])
        switch bytes[0] {
        case UInt8(ascii: "["):
            guard middle.allSatisfy({ (0x20..<0x40).contains($0) }) else { return false }
            let sequence = ControlSequence(bytes: middle, final: final)
            return SequenceTable.input(sequence) != nil || isPasteMark(sequence, 200) || isPasteMark(sequence, 201)
        case UInt8(ascii: "O"): return middle.isEmpty && "ABCDFHPQRS".utf8.contains(final)
        default: return false
        }
    }

    /// - Parameter number: 200 for the start of a paste, 201 for its end.
    static func isPasteMark(_ sequence: ControlSequence, _ number: Int) -> Bool {
        sequence.final == UInt8(ascii: "~") && sequence.marker == nil && sequence.number(0) == number
    }

    /// Whether a read within a paste is a key that the user presses to end it: Esc or ^C, up to three times.
    static func endsPaste(_ bytes: [UInt8]) -> Bool {
        (1...3).contains(bytes.count) && (bytes[0] == escape || bytes[0] == 0x03)
            && bytes.allSatisfy { $0 == bytes[0] }
    }

    /// Whether the bytes after ESC and an introducer are the start of a string from a terminal. Otherwise they were
    /// typed, and arrived in one read with a Meta key.
    static func isString(_ introducer: UInt8, _ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        switch introducer {
        case UInt8(ascii: "]"): return digits ~= first
        case UInt8(ascii: "P"): return digits ~= first || ">!+$".utf8.contains(first)
        case UInt8(ascii: "_"): return first == UInt8(ascii: "G")
        default: return false
        }
    }

    /// Returns the bytes of one read with each CR or CR LF replaced by LF. A lone CR, or ESC CR, is a key and stays.
    ///
    /// A CR among other bytes was pasted. On a terminal without bracketed paste, it would otherwise act as Enter.
    static func linesBroken(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count < 2 || bytes == [escape, 0x0D] { return bytes }
        var result: [UInt8] = []
        var afterReturn = false
        for byte in bytes {
            if byte != 0x0A || !afterReturn { result.append(byte == 0x0D ? 0x0A : byte) }
            afterReturn = byte == 0x0D
        }
        return result
    }
}

/// The state of an ``InputParser`` within a sequence or a paste.
enum InputState: Hashable {
    case ground
    /// After ESC; `twice` after two.
    case escape(twice: Bool)
    /// After `ESC [` or `ESC O`, with the bytes since; `hasMeta` after `ESC ESC`.
    case sequence(introducer: UInt8, bytes: [UInt8], hasMeta: Bool)
    /// After `ESC [ [`.
    case console(hasMeta: Bool)
    /// A sequence that is dropped up to its last byte and must not become text.
    case swallowingSequence
    /// The coordinates of a mouse report in the oldest format, which is never requested.
    case swallowingBytes(Int)
    /// A string (OSC, DCS, APC, PM, SOS) up to BEL or `ESC \`, with its first bytes.
    case string(introducer: UInt8, bytes: [UInt8], afterEscape: Bool)
    /// After an ESC that was delivered as a key. The rest of a sequence may still come. The values are its bytes so
    /// far, and the number of them that were delivered as keys.
    case late(bytes: [UInt8], toldCount: Int)
    case paste(PasteCollector)
}

/// The timeouts of an ``InputParser``, counted from the last byte.
enum InputTimeouts {
    /// After a lone ESC, which is a key unless a sequence follows.
    static let escape = Duration.milliseconds(25)
    /// After a byte or a key that may be complete.
    static let key = Duration.milliseconds(100)
    /// In the middle of a sequence or a paste, which is never typed by hand.
    static let rest = Duration.milliseconds(500)
    /// For a pending response of the terminal, an incomplete character, and the rest of a sequence whose ESC became a
    /// key.
    static let answer = Duration.seconds(2)
}
