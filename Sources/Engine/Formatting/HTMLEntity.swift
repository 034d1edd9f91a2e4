/// Decodes the entities of HTML: characters written by name or number.
enum HTMLEntity {
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "euro": "€", "deg": "°", "times": "×",
    ]

    /// The maximum length of an entity between `&` and `;`.
    private static let longest = 8

    /// Decodes the entities in the bytes. Unknown entities stay as they are.
    static func replaced(in bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            if bytes[place] == UInt8(ascii: "&"), let (scalar, end) = entity(in: bytes, after: place + 1) {
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                place = end
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func entity(in bytes: ArraySlice<UInt8>, after start: Int) -> (Unicode.Scalar, end: Int)? {
        guard let end = bytes[start...].prefix(longest + 1).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        guard let scalar = word.first == "#" ? numbered(word.dropFirst()) : named[word] else { return nil }
        return (scalar, end + 1)
    }

    private static func numbered(_ word: Substring) -> Unicode.Scalar? {
        let isHex = word.first == "x" || word.first == "X"
        let digits = isHex ? word.dropFirst() : word
        guard digits.first?.isHexDigit == true, let value = UInt32(digits, radix: isHex ? 16 : 10) else { return nil }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
