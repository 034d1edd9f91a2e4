/// A Swift file, as far as the house rules look into it.
struct SourceFile: Sendable {
    /// Within the repository.
    let path: String
    /// The modules that the file imports.
    let imports: Set<String>
    /// The names of the types that the file declares, without those within others.
    let declaredTypes: Set<String>
    /// The lines without comments and texts, with their numbers from 1.
    let code: [(number: Int, text: String)]
    /// The lines without comments, with their numbers from 1.
    let codeAndTexts: [(number: Int, text: String)]
    let lineCount: Int
    /// The numbers of lines with a comment.
    private let commentedLines: Set<Int>

    init(path: String, text: String) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lineCount = lines.last == "" ? lines.count - 1 : lines.count
        code = lines.enumerated().map { ($0 + 1, SourceFile.code(in: $1, keepsTexts: false)) }
        codeAndTexts = lines.enumerated().map { ($0 + 1, SourceFile.code(in: $1, keepsTexts: true)) }
        commentedLines = Set(lines.indices.filter { lines[$0].contains("//") }.map { $0 + 1 })
        imports = Set(code.compactMap { SourceFile.word(after: ["import"], in: $0.text) })
        let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        declaredTypes = Set(
            code.compactMap { $0.text.first == " " ? nil : SourceFile.word(after: kinds, in: $0.text) })
    }

    /// What the file holds by its name: `ChatEventRouter` of `ChatEventRouter+Opening.swift`.
    var role: String {
        path.split(separator: "/").last?.split(separator: ".").first?.split(separator: "+").first.map(String.init) ?? ""
    }

    func declares(_ kind: String, _ name: String) -> Bool {
        code.contains { $0.text.first != " " && $0.text.contains("\(kind) \(name)") }
    }

    /// How many cases the enumerations of the file declare.
    var caseCount: Int {
        var count = 0
        var depth = 0
        for line in code {
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

    /// Whether a comment stands at the end of a line or in the one before it.
    func isExplained(_ number: Int) -> Bool {
        commentedLines.contains(number - 1) || commentedLines.contains(number)
    }

    /// The name that a statement declares: the word after the keyword, where only modifiers stand before it.
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
