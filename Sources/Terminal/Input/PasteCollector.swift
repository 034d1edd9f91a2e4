/// Collects a bracketed paste up to its end marker, which may come in pieces.
struct PasteCollector: Hashable, Sendable {
    /// A longer paste is delivered in parts, so that no terminal fills the memory.
    static let maximumBytes = 1 << 20

    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// How many bytes of the end marker were seen.
    private var matched = 0

    enum Progress: Hashable {
        case goesOn
        case part(String)
        case ended(String)
    }

    /// Takes bytes from the front: all of them, or as many as the paste or a part of it has.
    mutating func feed(_ input: inout ArraySlice<UInt8>) -> Progress {
        while let byte = input.first {
            if byte == Self.end[matched] {
                input.removeFirst()
                matched += 1
                if matched == Self.end.count { return .ended(Self.text(bytes)) }
            } else if matched > 0 {
                // The marker's first byte is nowhere else in it: a match that fails can only begin anew with this byte.
                bytes += Self.end[..<matched]
                matched = 0
            } else {
                let text = input.prefix { $0 != Self.end[0] }.prefix(Self.maximumBytes - bytes.count)
                bytes += text
                input = input.dropFirst(text.count)
            }
            if bytes.count >= Self.maximumBytes { return part() }
        }
        return .goesOn
    }

    /// All but a character or line break that may be cut in half.
    private mutating func part() -> Progress {
        var kept = bytes.count
        let start = bytes.suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
        if let start, bytes[start] >= 0xC0 || bytes[start] == 0x0D { kept = start }
        let text = Self.text(bytes[..<kept])
        bytes.removeFirst(kept)
        return .part(text)
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var afterReturn = false
        for byte in bytes {
            if byte == 0x0D {
                text.append(0x0A)
            } else if byte != 0x0A || !afterReturn {
                text.append(byte)
            }
            afterReturn = byte == 0x0D
        }
        return String(decoding: text, as: UTF8.self)
    }
}
