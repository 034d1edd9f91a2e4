import MatrixAPI
import TestSeeds

/// Random JSON for property tests.
enum RandomJSON {
    static func value(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(.random(in: .min ... .max, using: &generator))
        case 3: return .double(Double.random(in: -1e9...1e9, using: &generator) + 0.1)
        case 4, 5: return .string(text(using: &generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1, using: &generator) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                members[text(using: &generator)] = value(depth: depth - 1, using: &generator)
            }
            return .object(members)
        }
    }

    static func text(using generator: inout SeededGenerator) -> String {
        let scalars: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7E, 0x20...0x7E, 0xA0...0x2FF, 0x2028...0x2029, 0x1F600...0x1F64F,
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            let range = scalars[Int.random(in: 0..<scalars.count, using: &generator)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    static func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where place < bytes.count: bytes[place] = .random(in: .min ... .max, using: &generator)
        case 1 where place < bytes.count: bytes.remove(at: place)
        default: bytes.insert("{}[]\",:\\ue-0".utf8.randomElement(using: &generator) ?? 0, at: place)
        }
    }
}
