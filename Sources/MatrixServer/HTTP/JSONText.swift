import MatrixAPI

/// JSON of which some was rendered before, for others who get the same.
enum JSONText: JSONBody {
    case value(JSONValue)
    case rendered([UInt8])
    case array([JSONText])
    case object([String: JSONText])

    var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        write(into: &bytes)
        return bytes
    }

    private func write(into bytes: inout [UInt8]) {
        switch self {
        case .value(let value): bytes += value.serialized
        case .rendered(let text): bytes += text
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += JSONValue.string(member.key).serialized
                bytes.append(UInt8(ascii: ":"))
                member.value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
