import MatrixAPI

/// Formats JSON for reading: one member per line, indented.
enum PrettyJSON {
    static func lines(of source: String) -> [String] {
        guard let value = try? JSONValue(parsing: source) else { return [source] }
        return lines(of: value, before: "", after: "", indentation: "")
    }

    private static func lines(
        of value: JSONValue, before: String, after: String, indentation: String
    ) -> [String] {
        switch value {
        case .object(let members) where !members.isEmpty:
            let parts = members.sorted { $0.key < $1.key }.map { key, member in
                (JSONValue.string(key).serializedText + ": ", member)
            }
            return [indentation + before + "{"] + lines(of: parts, indentation) + [indentation + "}" + after]
        case .array(let elements) where !elements.isEmpty:
            let parts = elements.map { ("", $0) }
            return [indentation + before + "["] + lines(of: parts, indentation) + [indentation + "]" + after]
        default:
            return [indentation + before + value.serializedText + after]
        }
    }

    private static func lines(of parts: [(before: String, value: JSONValue)], _ indentation: String) -> [String] {
        parts.enumerated().flatMap { place, part in
            lines(
                of: part.value, before: part.before, after: place + 1 < parts.count ? "," : "",
                indentation: indentation + "  ")
        }
    }
}
