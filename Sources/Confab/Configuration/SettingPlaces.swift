/// The lines of the tables and keys in a TOML file. The parser doesn't report them.
///
/// It checks only for the input that crashes the parser's library: see ``stray``.
struct SettingPlaces {
    /// The first table header without a name, or list without a value, that TOMLKit's library doesn't report as an
    /// error. It ends the process instead.
    private(set) var stray: SettingsSyntaxError?
    private var lines: [[String]: Int] = [:]
    /// The rest of the text by code points, as the parser reads it. A combining mark would otherwise merge with the
    /// character before it.
    private var rest: Substring.UnicodeScalarView
    private var line = 1
    private var column = 1

    init(text: String) {
        rest = text[...].unicodeScalars
        var table: [String] = []
        while let next = rest.first {
            if next.properties.isWhitespace {
                advance()
            } else if next == "#" {
                skip { Self.isLineEnd($0) }
            } else if next == "[" {
                let start = line
                for _ in 0..<2 where rest.first == "[" { advance() }
                while rest.first == " " || rest.first == "\t" { advance() }
                if let next = rest.first, !Self.beginsName(next), next != "]" {
                    noteStray(.noTableName)
                }
                table = keys(until: "]")
                note(table, line: start)
                skip { Self.isLineEnd($0) }
            } else {
                let start = line
                note(table + keys(until: "="), line: start)
                skipValue()
            }
        }
    }

    /// Returns the line of a key, or of the nearest table around it.
    ///
    /// - Parameter path: its parts, as in `["notices", "bell"]`.
    func line(of path: [String]) -> Int? {
        var path = path
        while !path.isEmpty {
            if let line = lines[path] { return line }
            path.removeLast()
        }
        return nil
    }

    private mutating func note(_ path: [String], line: Int) {
        // A table that only occurs in the path of another table gets the line of the first such path.
        for length in 1..<path.count + 1 where lines[Array(path.prefix(length))] == nil {
            lines[Array(path.prefix(length))] = line
        }
    }

    private mutating func advance() {
        if let next = rest.first, Self.isLineEnd(next) {
            line += 1
            column = 0
        }
        column += 1
        rest = rest.dropFirst()
    }

    private mutating func skip(until isEnd: (Unicode.Scalar) -> Bool) {
        while let next = rest.first, !isEnd(next) { advance() }
    }

    /// Returns the parts of a dotted key, and skips the character after it.
    private mutating func keys(until end: Unicode.Scalar) -> [String] {
        var keys: [String] = []
        var key = ""
        while let next = rest.first, next != end, !Self.isLineEnd(next) {
            if next == "\"" || next == "'" {
                key += text()
            } else {
                advance()
                if next == "." {
                    keys.append(key)
                    key = ""
                } else if !next.properties.isWhitespace {
                    key.unicodeScalars.append(next)
                }
            }
        }
        advance()
        return keys + [key]
    }

    /// Skips a value, which may span several lines.
    private mutating func skipValue() {
        var open: [Unicode.Scalar] = []
        while let next = rest.first {
            switch next {
            case "\"", "'":
                _ = text()
                continue
            case "[", "{": open.append(next)
            case "]", "}":
                if next == "}", open.last == "[" { noteStray(.noListValue) }
                _ = open.popLast()
            case "#":
                skip { Self.isLineEnd($0) }
                continue
            case _ where Self.isLineEnd(next):
                if open.isEmpty { return }
            case "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}":
                if !open.isEmpty { noteStray(.noListValue) }
            default: break
            }
            advance()
        }
    }

    /// Skips a string in one or three quotes, and returns its content without processing escapes.
    private mutating func text() -> String {
        guard let quote = rest.first else { return "" }
        let threefold = [quote, quote, quote]
        let isLong = rest.starts(with: threefold)
        let end = isLong ? threefold : [quote]
        for _ in end { advance() }
        var text = ""
        while let next = rest.first, !rest.starts(with: end), isLong || !Self.isLineEnd(next) {
            if next == "\\", quote == "\"" {
                advance()
                if let escaped = rest.first { text.unicodeScalars.append(escaped) }
            } else {
                text.unicodeScalars.append(next)
            }
            advance()
        }
        for _ in end { advance() }
        // A multi-line string may end in up to two quotes before the closing ones.
        for _ in 0..<2 where isLong && rest.first == quote { advance() }
        return text
    }

    private mutating func noteStray(_ flaw: SettingsSyntaxError.Flaw) {
        stray = stray ?? SettingsSyntaxError(line: line, column: column, flaw: flaw)
    }

    private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || ["-", "_", "\"", "'"].contains(scalar)
    }

    /// Whether a character ends a line. TOML has no other line break.
    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" }
}
