/// A Swift file, parsed as far as the style tests need.
struct SourceFile: Sendable {
    /// The path within the repository.
    let path: String
    /// The modules that the file imports.
    let imports: Set<String>
    /// The names of the top-level types that the file declares.
    let declaredTypes: Set<String>
    /// The lines without comments and string literals, with their numbers from 1.
    let code: [(number: Int, text: String)]
    /// The lines without comments, with their numbers from 1.
    let codeAndTexts: [(number: Int, text: String)]
    let lineCount: Int
    /// The comments without their slashes, with the numbers of their lines from 1.
    let comments: [(number: Int, text: String)]
    /// The numbers of the lines with a comment.
    private let commentedLines: Set<Int>

    init(path: String, text: String) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lineCount = lines.last == "" ? lines.count - 1 : lines.count
        code = lines.enumerated().map { ($0 + 1, SourceFile.code(in: $1, keepsTexts: false)) }
        codeAndTexts = lines.enumerated().map { ($0 + 1, SourceFile.code(in: $1, keepsTexts: true)) }
        comments = zip(lines, codeAndTexts).compactMap { line, code in
            guard line.count > code.text.count else { return nil }
            let comment = line.dropFirst(code.text.count).drop { $0 == "/" }.drop { $0 == " " }
            return (code.number, String(comment))
        }
        commentedLines = Set(lines.indices.filter { lines[$0].contains("//") }.map { $0 + 1 })
        imports = Set(code.compactMap { SourceFile.word(after: ["import"], in: $0.text) })
        let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        declaredTypes = Set(
            code.compactMap { $0.text.first == " " ? nil : SourceFile.word(after: kinds, in: $0.text) })
    }

    /// The type that the file is named after: `TimelineEventRouter` for `TimelineEventRouter+Slice.swift`.
    var role: String {
        path.split(separator: "/").last?.split(separator: ".").first?.split(separator: "+").first.map(String.init) ?? ""
    }

    func declares(_ kind: String, _ name: String) -> Bool {
        code.contains { $0.text.first != " " && $0.text.contains("\(kind) \(name)") }
    }

    /// Returns the number of cases of an enum that is declared at the top level of the file.
    func caseCount(of name: String) -> Int {
        var count = 0
        var depth = 0
        guard let start = code.firstIndex(where: { Self.declaration($0.text) == name }) else { return 0 }
        for line in code[(start + 1)...].prefix(while: { !$0.text.hasPrefix("}") }) {
            let text = line.text.drop { $0 == " " }
            let isDeclaration = text.hasPrefix("case ") && !text.hasSuffix(":")
            if isDeclaration { count += 1 }
            for character in text {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if character == ",", depth == 0, isDeclaration { count += 1 }
            }
        }
        return count
    }

    /// The enums of events that a router handles.
    var routedEvents: [String] {
        code.filter { $0.text.contains(": RoutedEvent") }.compactMap { Self.declaration($0.text) }
    }

    private static func declaration(_ line: String) -> String? {
        line.first == " " ? nil : word(after: ["enum"], in: line)
    }

    /// Whether the line ends with a comment or follows one.
    func isExplained(_ number: Int) -> Bool {
        commentedLines.contains(number - 1) || commentedLines.contains(number)
    }

    /// Returns the declared name of a statement: the word after the keyword, if only modifiers precede the keyword.
    private static func word(after keywords: Set<String>, in code: String) -> String? {
        let modifiers: Set = [
            "package", "private", "fileprivate", "internal", "public", "final", "indirect", "struct", "class", "enum",
        ]
        let words = code.split { $0 != "@" && !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        guard let index = words.firstIndex(where: { keywords.contains($0) }), index + 1 < words.count else {
            return nil
        }
        guard words[..<index].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
        return words[(index + 1)...].first { !modifiers.contains($0) }
    }

    private static func code(in line: String, keepsTexts: Bool) -> String {
        var code = ""
        var isText = false
        var isEscaped = false
        for character in line {
            if isText {
                if keepsTexts { code.append(character) }
                if character == "\"", !isEscaped { isText = false } else { isEscaped = character == "\\" && !isEscaped }
                continue
            }
            if character == "\"" { (isText, isEscaped) = (true, false) }
            code.append(character)
            if character == "/", code.hasSuffix("//") { return String(code.dropLast(2)) }
        }
        return code
    }
}
