import MatrixAPI

/// JSON as a person reads it: a member a line, indented.
enum SourceText {
    static func lines(of source: String) -> [String] {
        guard let value = try? JSONValue(parsing: source) else { return [source] }
        return lines(of: value, before: "", indentation: "")
    }

    private static func lines(of value: JSONValue, before: String, indentation: String) -> [String] {
        switch value {
        case .object(let members) where !members.isEmpty:
            let inner = members.sorted { $0.key < $1.key }.flatMap { key, member in
                lines(of: member, before: JSONValue.string(key).serializedText + ": ", indentation: indentation + "  ")
            }
            return [indentation + before + "{"] + inner + [indentation + "}"]
        case .array(let elements) where !elements.isEmpty:
            let inner = elements.flatMap { lines(of: $0, before: "", indentation: indentation + "  ") }
            return [indentation + before + "["] + inner + [indentation + "]"]
        default:
            return [indentation + before + value.serializedText]
        }
    }
}
