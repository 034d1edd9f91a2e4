/// A call that takes a text from the catalogue: `words("key", ["name": …], count: …)`.
struct WordCall {
    let path: String
    /// The keys of the call. There are several if a condition chooses among them.
    let keys: [String]
    /// The names of the placeholders that are filled in, including `count`.
    let places: Set<String>

    /// Returns all calls of a file whose keys are literals. A call that passes on another call's key is left out.
    static func all(in file: SourceFile) -> [WordCall] {
        let code = file.codeAndTexts.map(\.text).joined(separator: "\n")
        return code.matches(of: #/(?:\b|\.)words\(/#).compactMap { match in
            let parts = arguments(of: code[match.range.upperBound...])
            let keys =
                parts.first.map { $0.matches(of: #/"([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)"/#).map { String($0.1) } } ?? []
            guard !keys.isEmpty else { return nil }
            var places: Set<String> = []
            for part in parts.dropFirst() {
                if part.hasPrefix("count:") { places.insert("count") }
                if part.hasPrefix("[") {
                    places.formUnion(
                        arguments(of: part.dropFirst()).compactMap {
                            $0.firstMatch(of: #/^"(\w+)":/#).map { String($0.1) }
                        })
                }
            }
            return WordCall(path: file.path, keys: keys, places: places)
        }
    }

    /// Returns the arguments between commas, up to the closing bracket of the call.
    private static func arguments(of text: Substring) -> [Substring] {
        var depth = 0
        var isQuoted = false
        var parts: [Substring] = []
        var start = text.startIndex
        var index = text.startIndex
        func part() -> Substring { text[start..<index].drop(while: \.isWhitespace) }
        while index < text.endIndex {
            let character = text[index]
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                if depth < 0 { return parts + [part()] }
                if character == ",", depth == 0 {
                    parts.append(part())
                    start = text.index(after: index)
                }
            }
            index = text.index(after: index)
        }
        return parts
    }
}
