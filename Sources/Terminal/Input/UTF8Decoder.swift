/// Decodes UTF-8 byte by byte. Invalid bytes become U+FFFD.
struct UTF8Decoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// The allowed range of the next byte. After some first bytes it is narrower than 80 to BF, which excludes
    /// overlong encodings.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a code point is incomplete.
    var isWaiting: Bool { missing > 0 }

    /// - Returns: the code points that this byte completes: none, one, or two if it doesn't continue
    ///   the incomplete one.
    mutating func feed(_ byte: UInt8) -> [Unicode.Scalar] {
        guard isWaiting else { return begin(byte) }
        guard allowed.contains(byte) else {
            missing = 0
            return ["\u{FFFD}"] + begin(byte)
        }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        allowed = 0x80...0xBF
        return isWaiting ? [] : [Unicode.Scalar(value) ?? "\u{FFFD}"]
    }

    /// Drops an incomplete code point.
    ///
    /// - Returns: whether there was one.
    mutating func cut() -> Bool {
        defer { missing = 0 }
        return isWaiting
    }

    private mutating func begin(_ byte: UInt8) -> [Unicode.Scalar] {
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: return [Unicode.Scalar(byte)]
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return ["\u{FFFD}"]
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: break
        }
        value = UInt32(byte) & (0x3F >> UInt32(missing))
        return []
    }
}
