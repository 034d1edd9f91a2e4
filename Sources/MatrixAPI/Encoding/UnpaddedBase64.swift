/// Base64 as in Matrix (appendices, "Unpadded Base64"). It is written without `=` at the end, and read with and
/// without.
package enum UnpaddedBase64 {
    private static let standard = Alphabet("+/")
    private static let urlSafe = Alphabet("-_")

    package static func encode(_ bytes: some Sequence<UInt8>) -> String { standard.encode(Array(bytes)) }

    /// Encodes with the URL-safe alphabet (appendices, "URL-safe unpadded Base64").
    package static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String { urlSafe.encode(Array(bytes)) }

    /// Decodes a text. Bits beyond the last byte are ignored, because the specification's own example of a key has
    /// some (appendices, "Signing Key"). Always compare the bytes, never such texts.
    ///
    /// - Returns: `nil` if there are other characters, or padding of a wrong length.
    package static func decoded(utf8: [UInt8]) -> [UInt8]? { standard.decoded(utf8) }

    /// Decodes as ``decoded(utf8:)`` does, with the URL-safe alphabet.
    package static func decodedURLSafe(utf8: [UInt8]) -> [UInt8]? { urlSafe.decoded(utf8) }

    private struct Alphabet {
        private let digits: [UInt8]
        /// The value of each digit; 64 or more for all other bytes.
        private let values: [UInt8]

        init(_ lastDigits: String) {
            digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(lastDigits)".utf8)
            var values = [UInt8](repeating: 0xFF, count: 256)
            for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
            self.values = values
        }

        func encode(_ bytes: [UInt8]) -> String {
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count / 3 * 4 + 3)
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

        func decoded(_ utf8: [UInt8]) -> [UInt8]? {
            let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            guard padding == 0 || utf8.count % 4 == 0 else { return nil }
            let digits = utf8.dropLast(padding)
            guard digits.count % 4 != 1 else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count * 3 / 4)
            var waiting: UInt32 = 0
            var bits = 0
            for digit in digits {
                let value = values[Int(digit)]
                guard value < 64 else { return nil }
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
}
