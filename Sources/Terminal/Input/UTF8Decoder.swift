/// Makes code points of bytes that come one by one; what is no UTF-8 becomes U+FFFD.
struct UTF8Decoder: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// What the next byte may be: narrower than 80 to BF after some first bytes, so that nothing has two spellings.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// In the middle of a code point.
    var isWaiting: Bool { missing > 0 }

    /// - Returns: the code points that end with this byte: none, one, or two where the byte doesn't go on what was begun.
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

    /// Gives up on what was begun.
    ///
    /// - Returns: whether something was.
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
