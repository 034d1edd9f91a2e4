/// A JSON value in Matrix: integers stay integers, and other numbers are doubles.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// An object without members, for bodies that may be empty.
    package static let emptyObject = JSONValue.object(JSONObject())

    package static func object(_ members: [String: JSONValue]) -> JSONValue { .object(JSONObject(members)) }
}

extension JSONValue {
    /// The member `key` of an object; `nil` if there is none or this is no object. Setting `nil` removes it;
    /// setting on anything but an object replaces it by an object.
    package subscript(key: String) -> JSONValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            var members = if case .object(let members) = self { members } else { JSONObject() }
            // Otherwise each assignment would copy all members.
            self = .null
            members[key] = newValue
            self = .object(members)
        }
    }

    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    package var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    package var isObject: Bool { if case .object = self { true } else { false } }

    /// The members of an object as a dictionary, which takes time to make. To read single ones, use a subscript.
    package var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members.dictionary
    }

    /// Whether arrays and objects are nested at most `limit` deep; a scalar has depth 0.
    package func isNotDeeper(than limit: Int) -> Bool {
        switch self {
        case .array(let elements):
            guard limit > 0 else { return false }
            for element in elements where !element.isNotDeeper(than: limit - 1) { return false }
        case .object(let members):
            guard limit > 0 else { return false }
            for index in members.indices where !members[index].value.isNotDeeper(than: limit - 1) { return false }
        case .null, .bool, .integer, .double, .string: break
        }
        return true
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(nilLiteral: ()) { self = .null }

    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        var members = JSONObject()
        members.reserveCapacity(elements.count)
        for (name, value) in elements { members[name] = value }
        self = .object(members)
    }
}

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
        _ members: JSONObject, to bytes: inout [UInt8]
    ) throws(JSONError) {
        bytes.append(UInt8(ascii: "{"))
        let sorted = members.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

extension JSONValue {
    /// The text, if it is a valid identifier: see ``Swift/String/isSoundIdentifier``.
    package var identifier: String? { string.flatMap { $0.isSoundIdentifier ? $0 : nil } }

    /// The identifiers of a list, without invalid elements.
    package var identifiers: [String]? { array?.compactMap(\.identifier) }

    /// A pagination token, which is sent back to the server unchanged. A token with U+0000 could not be stored whole.
    package var token: String? { string.flatMap { $0.holdsNull ? nil : $0 } }

    /// The sort key of a room in a space: at most 50 characters from space to tilde. The specification ignores any
    /// other (client-server API, `m.space.child`).
    package var spaceOrder: String? {
        string.flatMap { text in
            text.utf8.count <= 50 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
        }
    }

    /// The members of an object whose names are valid identifiers.
    package var namedMembers: [String: JSONValue] { (object ?? [:]).filter(\.key.isSoundIdentifier) }
}

extension JSONValue {
    /// Doubles represent all integers up to this value (2^53).
    private static let largestExact: Double = 9_007_199_254_740_992
    private static let maxCounted: Int64 = 1_000_000_000
    /// From 1970 to the end of the year 9999, in milliseconds.
    private static let times: ClosedRange<Int64> = 1...253_402_300_799_999

    /// A whole number, even if it is written with a fraction or an exponent, as `5.0` or `1.7e12`.
    ///
    /// - Returns: `nil` if the value is no number, or has a fraction.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number) where abs(number) <= JSONValue.largestExact: Int64(exactly: number)
        case .null, .bool, .double, .string, .array, .object: nil
        }
    }

    /// A count. More than a billion counts as a billion, so that sums never overflow.
    ///
    /// - Returns: `nil` if the value is no whole number, or is negative.
    package var count: Int? {
        if case .double(let number) = self, number > JSONValue.largestExact { return Int(JSONValue.maxCounted) }
        guard let wholeNumber, wholeNumber >= 0 else { return nil }
        return Int(min(wholeNumber, JSONValue.maxCounted))
    }

    /// A time in milliseconds since 1970, before the year 10000.
    ///
    /// - Returns: `nil` if the value is no whole number, or is out of this range.
    package var time: Int64? { wholeNumber.flatMap { JSONValue.times.contains($0) ? $0 : nil } }
}

extension JSONValue {
    /// Whether all names, texts and scalars together take no more than `limit` bytes; stops counting beyond it.
    func isNotLarger(than limit: Int) -> Bool {
        var remaining = limit
        return takeSize(from: &remaining)
    }

    private func takeSize(from remaining: inout Int) -> Bool {
        switch self {
        case .string(let text):
            remaining -= text.utf8.count + 2
        case .array(let elements):
            for element in elements {
                guard element.takeSize(from: &remaining) else { return false }
            }
        case .object(let members):
            for (name, value) in members {
                remaining -= name.utf8.count + 3
                guard value.takeSize(from: &remaining) else { return false }
            }
        case .null, .bool, .integer, .double:
            remaining -= 4
        }
        return remaining >= 0
    }
}
