/// A word or a quoted phrase in a search text.
struct SearchedTextPart: Equatable {
    /// The start and end of the part in the text.
    let start: String.Index
    let end: String.Index
    /// The name before a colon.
    var filter: String?
    var value = ""
    var isQuoted = false
    /// Whether a `-` precedes the part.
    var isExcluded = false

    /// Splits a text into parts. An unclosed quotation extends to the end.
    static func parts(of text: String) -> [SearchedTextPart] {
        var parts: [SearchedTextPart] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            var part = SearchedTextPart(start: start, end: start)
            rest = rest[start...]
            if rest.first == "-", rest.dropFirst().first.map({ !$0.isWhitespace }) ?? false {
                part.isExcluded = true
                rest = rest.dropFirst()
            }
            if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "\"" || $0.isWhitespace }), rest[colon] == ":",
                rest[..<colon].allSatisfy(\.isLetter), colon != rest.startIndex
            {
                part.filter = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.first == "\"" {
                part.isQuoted = true
                rest = rest.dropFirst()
                part.value = String(rest.prefix { $0 != "\"" })
                rest = rest[rest.index(rest.startIndex, offsetBy: part.value.count)...].dropFirst()
            } else {
                part.value = String(rest.prefix { !$0.isWhitespace })
                rest = rest[rest.index(rest.startIndex, offsetBy: part.value.count)...]
            }
            parts.append(part.ending(at: rest.startIndex))
        }
        return parts
    }

    private func ending(at end: String.Index) -> SearchedTextPart {
        SearchedTextPart(
            start: start, end: end, filter: filter, value: value, isQuoted: isQuoted, isExcluded: isExcluded)
    }
}
