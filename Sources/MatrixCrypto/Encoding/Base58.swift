/// Encodes bytes as one large number, in digits that can't be confused, with a `1` for each leading zero byte. The
/// bytes are keys, so working memory is overwritten.
enum Base58 {
    private static let digits = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// Returns the maximum number of digits for a number of bytes.
    static func longest(_ count: Int) -> Int { count * 138 / 100 + 1 }

    static func encode(_ bytes: [UInt8]) -> String {
        // The lowest digit comes first.
        var number: [UInt8] = []
        number.reserveCapacity(longest(bytes.count))
        defer { number.withUnsafeMutableBytes(SecretBytes.overwrite) }
        for byte in bytes { multiply(&number, base: 58, by: 256, adding: Int(byte)) }
        let zeros = bytes.prefix { $0 == 0 }.count
        var text = Array(repeating: digits[0], count: zeros) + number.reversed().map { digits[Int($0)] }
        defer { text.withUnsafeMutableBytes(SecretBytes.overwrite) }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Parameter count: the maximum number of digits; the running time grows with its square.
    static func decode(_ text: String, atMost count: Int) throws(CryptoError) -> [UInt8] {
        guard text.utf8.count <= count else { throw .malformedBase58 }
        // The lowest byte comes first.
        var number: [UInt8] = []
        number.reserveCapacity(count)
        defer { number.withUnsafeMutableBytes(SecretBytes.overwrite) }
        for digit in text.utf8 {
            guard let value = digits.firstIndex(of: digit) else { throw .malformedBase58 }
            multiply(&number, base: 256, by: 58, adding: value)
        }
        return Array(repeating: 0, count: text.utf8.prefix { $0 == digits[0] }.count) + number.reversed()
    }

    private static func multiply(_ number: inout [UInt8], base: Int, by factor: Int, adding: Int) {
        var carry = adding
        for place in number.indices {
            carry += Int(number[place]) * factor
            number[place] = UInt8(carry % base)
            carry /= base
        }
        while carry > 0 {
            number.append(UInt8(carry % base))
            carry /= base
        }
    }
}
