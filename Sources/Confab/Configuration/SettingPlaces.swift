/// On which lines of a file in TOML its tables and keys stand, which its parser doesn't tell.
///
/// Nothing is checked but the one thing that the parser's library takes for granted: see ``stray``.
struct SettingPlaces {
    /// Where a table's line has a sign in place of a name, or a list one in place of a value that would end it elsewhere:
    /// TOMLKit's library ends the process there instead of telling.
    private(set) var stray: SettingsSyntaxError?
    private var lines: [[String]: Int] = [:]
    /// By code points, as the parser has them: a mark would change the sign before it.
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

    /// The line of a key, or of the nearest thing around it.
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
        // A table that only stands in the path of another has the place of the first.
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

    /// The parts of a key with dots between them, up to the sign after it, which is passed.
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

    /// Passes a value; it may have lines of its own.
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

    /// Passes a text in quotes, one or three of them, and returns what is in it as it stands.
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
        // The last quotes of a long text may stand before those that end it.
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

    /// In TOML no other sign ends a line.
    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" }
}
