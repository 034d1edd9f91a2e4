import CNcurses

/// Makes code points of bytes that come one by one in the terminal's charset; what is none becomes U+FFFD.
struct InputDecoder: Hashable, Sendable {
    /// `nil` for UTF-8, which is also what comes from terminals that are said to have ASCII.
    private let number: Int32?
    private var utf8 = UTF8Decoder()
    /// The bytes of a character that has begun, of another charset.
    private var bytes: [UInt8] = []

    init(_ charset: TerminalCharset) {
        if case .other(let number) = charset { self.number = number } else { number = nil }
    }

    var isUTF8: Bool { number == nil }

    /// In the middle of a code point.
    var isWaiting: Bool { utf8.isWaiting || !bytes.isEmpty }

    /// - Returns: the code points that end with this byte: none, one, or two.
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

    /// Gives up on what was begun.
    ///
    /// - Returns: whether something was.
    mutating func cut() -> Bool {
        defer { bytes = [] }
        return utf8.cut() || !bytes.isEmpty
    }
}
