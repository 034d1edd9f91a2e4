/// Base64 as in Matrix (appendices, "Unpadded Base64"). It is written without `=` at the end, and read with and
/// without.
package enum UnpaddedBase64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var waiting: UInt32 = 0
        var bits = 0
        for byte in bytes {
            waiting = waiting << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(digits[Int(waiting >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { text.append(digits[Int(waiting << UInt32(6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Throws on other characters and on padding of a wrong length. Bits beyond the last byte are ignored, because
    /// the specification's own example of a key has some (appendices, "Signing Key"). Always compare the bytes, never
    /// such texts.
    package static func decode(_ text: some StringProtocol) throws(CryptoError) -> [UInt8] {
        try decode(utf8: Array(text.utf8))
    }

    static func decode(utf8: [UInt8]) throws(CryptoError) -> [UInt8] {
        let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding == 0 || utf8.count % 4 == 0 else { throw .malformedBase64 }
        let digits = utf8.dropLast(padding)
        guard digits.count % 4 != 1 else { throw .malformedBase64 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var waiting: UInt32 = 0
        var bits = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { throw .malformedBase64 }
            waiting = waiting << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: waiting >> UInt32(bits)))
            }
        }
        return bytes
    }
}

extension UnpaddedBase64 {
    /// Encodes with the URL-safe alphabet (appendices, "URL-safe unpadded Base64").
    package static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String {
        String(encode(bytes).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    package static func decodeURLSafe(_ text: some StringProtocol) throws(CryptoError) -> [UInt8] {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
            throw .malformedBase64
        }
        let standard = text.utf8.map { byte in
            byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        return try decode(utf8: standard)
    }
}
