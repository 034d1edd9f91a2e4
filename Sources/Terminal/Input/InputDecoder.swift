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
