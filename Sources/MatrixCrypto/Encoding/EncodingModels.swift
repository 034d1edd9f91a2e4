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
