/// Collects a bracketed paste up to its end marker, which may be split across reads.
struct PasteCollector: Hashable, Sendable {
    /// A longer paste is delivered in parts, so that it can't use up the memory.
    static let maximumBytes = 1 << 20

    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of matched bytes of the end marker.
    private var matched = 0
    private var decoder: InputDecoder
    /// Whether the text delivered so far ends with a CR. A following LF belongs to it.
    private var isAfterReturn = false

    /// Whether a character is incomplete.
    var isCut: Bool { !bytes.isEmpty || decoder.isWaiting }

    init(_ charset: TerminalCharset) { decoder = InputDecoder(charset) }

    enum Progress: Hashable {
        case goesOn
        case part(String)
        case ended(String)
    }

    /// Takes bytes from the front: all of them, or those up to the end of the paste or of a part.
    mutating func feed(_ input: inout ArraySlice<UInt8>) -> Progress {
        while let byte = input.first {
            if byte == Self.end[matched] {
                input.removeFirst()
                matched += 1
                if matched == Self.end.count { return .ended(takeAll()) }
            } else if matched > 0 {
                // The marker's first byte occurs nowhere else in it. After a mismatch, a match can only
                // begin with this byte.
                bytes += Self.end[..<matched]
                matched = 0
            } else {
                let text = input.prefix { $0 != Self.end[0] }.prefix(Self.maximumBytes - bytes.count)
                bytes += text
                input = input.dropFirst(text.count)
            }
            if bytes.count >= Self.maximumBytes { return .part(takeText()) }
        }
        return .goesOn
    }

    /// Returns the text so far, and keeps an incomplete character.
    mutating func takeText() -> String {
        var kept = bytes.count
        if decoder.isUTF8, let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0,
            bytes.count - start < Self.length(of: bytes[start])
        {
            kept = start
        }
        let text = text(of: bytes[..<kept])
        bytes.removeFirst(kept)
        return text
    }

    /// Returns the text so far. An incomplete character becomes U+FFFD, and an incomplete end marker is dropped.
    mutating func takeAll() -> String {
        let text = text(of: bytes[...])
        bytes = []
        matched = 0
        return decoder.cut() ? text + "\u{FFFD}" : text
    }

    /// Whether a read completes an incomplete character or end marker.
    func isContinued(by next: [UInt8]) -> Bool {
        guard let first = next.first else { return false }
        if matched > 0 { return next.starts(with: Self.end[matched...]) }
        return isCut && (first & 0xC0 == 0x80 || decoder.isWaiting)
    }

    private mutating func text(of bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0D {
                text.append(0x0A)
            } else if byte != 0x0A || !isAfterReturn {
                text.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        if decoder.isUTF8 { return String(decoding: text, as: UTF8.self) }
        return String(String.UnicodeScalarView(text.flatMap { decoder.feed($0) }))
    }

    /// Returns the length of a character by its first byte.
    private static func length(of first: UInt8) -> Int { first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2 }
}
