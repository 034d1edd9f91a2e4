/// A list of identifiers as one argument of a statement, which reads them with `json_each`.
struct IdentifierList: StatementValue {
    private let text: String

    init(_ identifiers: some Sequence<String>) {
        var text = "["
        for identifier in identifiers {
            if text.utf8.count > 1 { text += "," }
            text += "\""
            Self.append(identifier, to: &text)
            text += "\""
        }
        self.text = text + "]"
    }

    func bind(to statement: DirectStatement, at index: Int32) throws { try statement.bind(text, at: index) }

    /// Appends an identifier, escaped as in a JSON string (RFC 8259, section 7).
    private static func append(_ identifier: String, to text: inout String) {
        guard identifier.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            text += identifier
            return
        }
        for scalar in identifier.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                text += "\\"
                text.unicodeScalars.append(scalar)
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

/// Encodes several texts in one. Each has its length before it, so that the encoding is unambiguous for any content.
enum IdentifierText {
    /// Encodes the texts as in `5:pizza3:tea`; lengths are in bytes.
    static func join(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }

    /// - Returns: the texts before the first part that ``join(_:)`` didn't write.
    static func split(_ text: String) -> [String] {
        var texts: [String] = []
        var rest = Substring(text).utf8
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""),
            count >= 0
        {
            let start = rest.index(after: colon)
            guard let end = rest.index(start, offsetBy: count, limitedBy: rest.endIndex),
                let text = String(rest[start..<end])
            else { break }
            texts.append(text)
            rest = rest[end...]
        }
        return texts
    }
}
