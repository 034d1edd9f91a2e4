import MatrixAPI

extension JSONValue {
    /// Whether it contains a number that is not whole: events may contain none (specification, appendices,
    /// "Canonical JSON").
    var holdsDouble: Bool {
        switch self {
        case .double: true
        case .integer(let value): value.magnitude >= 1 << 53
        case .array(let elements): elements.contains(where: \.holdsDouble)
        case .object(let members): members.values.contains(where: \.holdsDouble)
        case .null, .bool, .string: false
        }
    }
}
