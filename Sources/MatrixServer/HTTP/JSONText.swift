import MatrixAPI

/// JSON that is partly rendered already, for other readers of the same, and partly rendered while it is written.
enum JSONText {
    case value(JSONValue)
    case rendered([UInt8])
    case array([JSONText])
    case object([String: JSONText])
    /// Text that would need too much memory if it were rendered before it is written.
    case written((AnswerText) throws -> Void)

    func write(into text: AnswerText) throws {
        switch self {
        case .value(let value): try text.append(value)
        case .rendered(let bytes): try text.append(bytes)
        case .array(let elements):
            try text.appendList { list in
                for element in elements { try list.add(element.write) }
            }
        case .object(let members):
            let object = JSONMembers(text)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { try object.add(name, value) }
            try object.end()
        case .written(let write): try write(text)
        }
    }
}
