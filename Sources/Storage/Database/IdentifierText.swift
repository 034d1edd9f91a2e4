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
