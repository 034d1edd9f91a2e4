extension String {
    /// The text with each byte as `%XX` except the unreserved ones (RFC 3986, section 2.3). It is valid as a single
    /// part of a path or a query.
    package var percentEncoded: String { percentEncoded(keeping: []) }

    /// Encodes the text as ``percentEncoded`` does, but keeps some bytes, such as path separators.
    package func percentEncoded(keeping others: Set<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte.isUnreservedInURL || others.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is unreserved (RFC 3986, section 2.3).
    package var isUnreservedInURL: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}

extension String {
    /// Decodes the text.
    ///
    /// - Parameters:
    ///   - plusIsSpace: whether a `+` is decoded to a space, as in queries. It stays as it is in paths.
    ///   - keepsMistakes: whether a `%` without two digits stays as it is: old clients send some. Otherwise it makes
    ///     the text invalid, but a sign with a digit counts as two digits.
    /// - Returns: `nil` if the text is not valid, or its bytes are not UTF-8.
    package func percentDecoded(plusIsSpace: Bool = false, keepsMistakes: Bool = false) -> String? {
        guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte)
                continue
            }
            let digits = rest.prefix(2)
            let isSigned = digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-")
            if digits.count == 2, !isSigned || !keepsMistakes,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else if keepsMistakes {
                bytes.append(byte)
            } else {
                return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
