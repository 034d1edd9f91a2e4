import CNcurses

/// Decodes bytes in the terminal's charset one by one. Invalid bytes become U+FFFD.
struct InputDecoder: Hashable, Sendable {
    /// `nil` for UTF-8. Terminals whose locale says ASCII also send UTF-8.
    private let number: Int32?
    private var utf8 = UTF8Decoder()
    /// The bytes of an incomplete character in another charset.
    private var bytes: [UInt8] = []

    init(_ charset: TerminalCharset) {
        if case .other(let number) = charset { self.number = number } else { number = nil }
    }

    var isUTF8: Bool { number == nil }

    /// Whether a code point is incomplete.
    var isWaiting: Bool { utf8.isWaiting || !bytes.isEmpty }

    /// - Returns: the code points that this byte completes: none, one, or two.
    mutating func feed(_ byte: UInt8) -> [Unicode.Scalar] {
        guard let number else { return utf8.feed(byte) }
        if bytes.isEmpty, byte < 0x80 { return [Unicode.Scalar(byte)] }
        bytes.append(byte)
        var found: [UInt32] = [0, 0]
        let count = Int(confab_charset_decode(number, bytes, bytes.count, &found))
        if count == 0, bytes.count < Int(CONFAB_CHARSET_BYTES) { return [] }
        let isFirst = bytes.count == 1
        bytes = []
        if count > 0 { return found.prefix(count).map { Unicode.Scalar($0) ?? "\u{FFFD}" } }
        return isFirst ? ["\u{FFFD}"] : ["\u{FFFD}"] + feed(byte)
    }

    /// Drops an incomplete character.
    ///
    /// - Returns: whether there was one.
    mutating func cut() -> Bool {
        defer { bytes = [] }
        return utf8.cut() || !bytes.isEmpty
    }
}

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
