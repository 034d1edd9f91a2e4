extension JSONValue {
    /// The largest integer of canonical JSON; the smallest is its negative.
    private static let largestInteger: Int64 = (1 << 53) - 1

    /// The value as canonical JSON (appendices, "Canonical JSON"), from which signatures and commitments are
    /// computed. Members are in the order of their names' bytes, numbers are integers, and only necessary
    /// characters are escaped.
    package var canonicalBytes: [UInt8] {
        get throws(JSONError) {
            var bytes: [UInt8] = []
            try appendCanonical(to: &bytes)
            return bytes
        }
    }

    private func appendCanonical(to bytes: inout [UInt8]) throws(JSONError) {
        switch self {
        case .null, .bool: bytes.append(contentsOf: serialized)
        case .string(let text): JSONValue.serialize(text, into: &bytes)
        case .integer(let value): bytes.append(contentsOf: String(try JSONValue.canonical(value)).utf8)
        case .double(let value):
            guard let integer = Int64(exactly: value) else { throw .notCanonical }
            bytes.append(contentsOf: String(try JSONValue.canonical(integer)).utf8)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try element.appendCanonical(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members): try JSONValue.appendCanonical(members, to: &bytes)
        }
    }

    /// Appends members in the order of their names' bytes. Swift's own order compares normal forms, which differs.
    private static func appendCanonical(
        _ members: [String: JSONValue], to bytes: inout [UInt8]
    ) throws(JSONError) {
        bytes.append(UInt8(ascii: "{"))
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (index, member) in sorted.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            serialize(member.key, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            try member.value.appendCanonical(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func canonical(_ integer: Int64) throws(JSONError) -> Int64 {
        guard (-largestInteger...largestInteger).contains(integer) else { throw .notCanonical }
        return integer
    }
}
