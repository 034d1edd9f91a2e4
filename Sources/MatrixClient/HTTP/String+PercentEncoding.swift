extension String {
    /// The text with each byte as `%XX` except the unreserved ones (RFC 3986, section 2.3). It is valid as a single
    /// part of a path or a query.
    var percentEncoded: String { percentEncoded(keeping: []) }

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
    var isUnreservedInURL: Bool {
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
    /// The decoded text; `nil` if it is not valid. A `+` is not decoded, as in paths.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
