/// Builds an Olm or Megolm message: its version, then its fields in the order of the calls.
struct FieldWriter {
    private(set) var bytes: [UInt8]

    init(version: UInt8) {
        bytes = [version]
    }

    mutating func append(_ tag: UInt64, counter: UInt32) {
        appendNumber(tag)
        appendNumber(UInt64(counter))
    }

    mutating func append(_ tag: UInt64, bytes part: [UInt8]) {
        appendNumber(tag)
        appendNumber(UInt64(part.count))
        bytes.append(contentsOf: part)
    }

    private mutating func appendNumber(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Generates unguessable identifiers of letters and digits, which every server and client accepts.
enum RandomText {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    static func make(count: Int = 32) -> String {
        String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count)] })
    }
}

/// Parses the fields of an Olm or Megolm payload (Olm, "The Olm Message Format"). A field is a tag, then a number or
/// a length and as many bytes. The results are slices of the input, without copies.
///
/// Unrequested fields are skipped, because newer clients may send them. A repeated requested field is an error,
/// because readers could disagree on which of the two counts.
struct FieldReader {
    private static let numberType: UInt64 = 0
    private static let bytesType: UInt64 = 2

    private var rest: ArraySlice<UInt8>
    private let wanted: [UInt64]
    private var numbers: [UInt64: UInt64] = [:]
    private var parts: [UInt64: ArraySlice<UInt8>] = [:]

    /// - Parameter tags: the requested fields.
    init(_ payload: ArraySlice<UInt8>, tags: [UInt64]) throws(CryptoError) {
        rest = payload
        wanted = tags
        while !rest.isEmpty { try readField() }
    }

    func bytes(_ tag: UInt64) throws(CryptoError) -> ArraySlice<UInt8> {
        guard let part = parts[tag] else { throw .missingField(tag: tag) }
        return part
    }

    /// Returns a counter, which has at most 32 bits.
    func counter(_ tag: UInt64) throws(CryptoError) -> UInt32 {
        guard let number = numbers[tag] else { throw .missingField(tag: tag) }
        guard let counter = UInt32(exactly: number) else { throw .numberTooLarge }
        return counter
    }

    private mutating func readField() throws(CryptoError) {
        let tag = try readNumber()
        guard numbers[tag] == nil, parts[tag] == nil else { throw .repeatedField(tag: tag) }
        switch tag & 7 {
        case Self.numberType:
            let number = try readNumber()
            if wanted.contains(tag) { numbers[tag] = number }
        case Self.bytesType:
            let length = try readNumber()
            guard length <= UInt64(rest.count) else { throw .truncated }
            if wanted.contains(tag) { parts[tag] = rest.prefix(Int(length)) }
            rest = rest.dropFirst(Int(length))
        default: throw .unknownFieldKind(tag: tag)
        }
    }

    /// Reads seven bits per byte, the lowest first.
    private mutating func readNumber() throws(CryptoError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { throw .truncated }
            let bits = UInt64(byte & 0x7F)
            guard (bits << shift) >> shift == bits else { throw .numberTooLarge }
            number |= bits << shift
            if byte < 0x80 { return number }
        }
        throw .numberTooLarge
    }
}
