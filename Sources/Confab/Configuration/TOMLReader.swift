/// Reads TOML 1.0 into values with the lines of their keys.
///
/// Any text ends in values or in an error. Nesting is limited, and the time grows with the length of the text alone.
/// Keys are compared as Swift compares strings: two spellings of the same letter in Unicode are the same key.
struct TOMLReader {
    /// The most tables and lists around a value. Without a limit, reading or freeing a value could overflow the stack.
    static let maximumDepth = 100
    /// The longest part of a key in code points. The time to hash a string grows with the square of its combining
    /// marks.
    static let maximumKeyLength = 1_000

    private let text: [Unicode.Scalar]
    private var index = 0
    /// The number of table headers before the index.
    private var section = 0
    /// The last place whose line was counted.
    private var counted = (index: 0, line: 1)

    private init(_ text: [Unicode.Scalar]) { self.text = text }

    static func read(_ text: String) throws(SettingsSyntaxError) -> TOMLDocument {
        var scalars = text.unicodeScalars[...]
        // Some editors begin a file with a byte order mark.
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var reader = TOMLReader(Array(scalars))
        return try reader.document()
    }

    private mutating func document() throws(SettingsSyntaxError) -> TOMLDocument {
        let root = TOMLNode(.header, depth: 0, line: 1)
        var table = root
        while next != nil {
            skipBlanks()
            if next == "[" {
                table = try header(root)
            } else if let next, next != "#", !isAtLineEnd {
                try readPair(into: table)
            }
            skipBlanks()
            try skipComment()
            guard skipLineEnd() || next == nil else { throw error(.missing(.lineEnd)) }
        }
        return TOMLDocument(root: root)
    }
}

// Tables and keys.
extension TOMLReader {
    /// Reads a header, as in `[a.b]` or `[[a.b]]`, and returns its table.
    private mutating func header(_ root: TOMLNode) throws(SettingsSyntaxError) -> TOMLNode {
        let start = index
        skip("[")
        let isList = skip("[")
        let path = try keys()
        guard skip("]"), !isList || skip("]") else { throw error(.missing(.signs("]"))) }
        section += 1
        var table = root
        for name in path.dropLast() {
            table = try member(name, of: table, or: .path, at: start)
            switch table.kind {
            case .value, .inline: throw error(.alreadySet(line: table.line), at: start)
            case .header, .path, .dotted: break
            case .tables: table = table.tables.last ?? table
            }
        }
        let node = try member(path[path.count - 1], of: table, or: isList ? .tables : .path, at: start)
        guard node.kind == (isList ? .tables : .path) else { throw error(.alreadySet(line: node.line), at: start) }
        if isList {
            let table = try makeNode(.header, in: node, at: start)
            node.tables.append(table)
            return table
        }
        node.kind = .header
        node.line = line(at: start)
        return node
    }

    /// Reads a key and its value, as in `a.b = 1`, into a table.
    private mutating func readPair(into table: TOMLNode) throws(SettingsSyntaxError) {
        let start = index
        let path = try keys()
        guard skip("=") else { throw error(.missing(.signs("="))) }
        var table = table
        for name in path.dropLast() {
            table = try member(name, of: table, or: .path, at: start)
            if table.kind == .path { table.kind = .dotted(section: section) }
            guard table.kind == .dotted(section: section) else {
                throw error(.alreadySet(line: table.line), at: start)
            }
        }
        let name = path[path.count - 1]
        if let other = table.members[name] { throw error(.alreadySet(line: other.line), at: start) }
        skipBlanks()
        table.members[name] = try value(depth: table.depth + 1, line: line(at: start))
    }

    /// Returns the member of a table, which is made if there is none.
    private mutating func member(
        _ name: String, of table: TOMLNode, or kind: TOMLNode.Kind, at start: Int
    ) throws(SettingsSyntaxError) -> TOMLNode {
        if let member = table.members[name] { return member }
        let member = try makeNode(kind, in: table, at: start)
        table.members[name] = member
        return member
    }

    private mutating func makeNode(
        _ kind: TOMLNode.Kind, in parent: TOMLNode, at start: Int
    ) throws(SettingsSyntaxError) -> TOMLNode {
        guard parent.depth < Self.maximumDepth else { throw error(.tooLarge, at: start) }
        return TOMLNode(kind, depth: parent.depth + 1, line: line(at: start))
    }

    /// Reads the parts of a dotted key, at least one.
    private mutating func keys() throws(SettingsSyntaxError) -> [String] {
        var keys: [String] = []
        repeat {
            skipBlanks()
            let start = index
            keys.append(next == "\"" || next == "'" ? try quotedText(canBeLong: false) : try bareKey())
            guard index - start <= Self.maximumKeyLength else { throw error(.tooLarge, at: start) }
            skipBlanks()
        } while skip(".")
        return keys
    }

    private mutating func bareKey() throws(SettingsSyntaxError) -> String {
        let start = index
        while let next, Self.isBare(next) { index += 1 }
        guard index > start else { throw error(.missing(.name)) }
        return string(text[start..<index])
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}

// Values.
extension TOMLReader {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - depth: the number of tables and lists around it, and itself.
    ///   - line: the line of its key.
    private mutating func value(depth: Int, line: Int) throws(SettingsSyntaxError) -> TOMLNode {
        switch next {
        case "{": return try inlineTable(depth: depth, line: line)
        case "[": return TOMLNode(.value(.list(try list(depth: depth, line: line))), depth: depth, line: line)
        case "\"", "'": return TOMLNode(.value(.text(try quotedText(canBeLong: true))), depth: depth, line: line)
        default: return TOMLNode(.value(try word()), depth: depth, line: line)
        }
    }

    private mutating func inlineTable(depth: Int, line: Int) throws(SettingsSyntaxError) -> TOMLNode {
        guard depth <= Self.maximumDepth else { throw error(.tooLarge) }
        let table = TOMLNode(.inline, depth: depth, line: line)
        skip("{")
        skipBlanks()
        if skip("}") { return table }
        repeat {
            skipBlanks()
            try readPair(into: table)
            skipBlanks()
        } while skip(",")
        guard skip("}") else { throw error(.missing(.signs(",}"))) }
        return table
    }

    private mutating func list(depth: Int, line: Int) throws(SettingsSyntaxError) -> [SettingValue] {
        guard depth <= Self.maximumDepth else { throw error(.tooLarge) }
        var list: [SettingValue] = []
        skip("[")
        repeat {
            try skipLines()
            if next == "]" { break }
            list.append(try value(depth: depth + 1, line: line).value)
            try skipLines()
        } while skip(",")
        guard skip("]") else { throw error(.missing(.signs(",]"))) }
        return list
    }

    private mutating func word() throws(SettingsSyntaxError) -> SettingValue {
        let start = index
        skipWord()
        guard index > start else { throw error(.missing(.value)) }
        // A blank may separate a date and its time.
        if index - start == 10, next == " ", index + 1 < text.count, ("0"..."9").contains(text[index + 1]),
            TOMLWord(text[start..<index]).isDate
        {
            skip(" ")
            skipWord()
        }
        let word = TOMLWord(text[start..<index])
        guard let value = word.value else {
            throw error(word.isInteger ? .numberOutOfRange : .invalidValue, at: start)
        }
        return value
    }

    private mutating func skipWord() {
        while let next, !isAtLineEnd, !" \t,]}#=".unicodeScalars.contains(next) { index += 1 }
    }
}

// Quoted texts.
extension TOMLReader {
    /// Reads a text in one or three quotes.
    ///
    /// - Parameter canBeLong: Whether three quotes begin a text of several lines.
    private mutating func quotedText(canBeLong: Bool) throws(SettingsSyntaxError) -> String {
        let start = index
        let quote = text[index]
        let isLong = canBeLong && quotes(quote, upTo: 3) == 3
        index += isLong ? 3 : 1
        if isLong { skipLineEnd() }
        var content: [Unicode.Scalar] = []
        while let next {
            if next == quote {
                // Up to two quotes may precede the closing three.
                let count = isLong ? quotes(quote, upTo: 5) : 1
                let isClosed = !isLong || count >= 3
                content += repeatElement(quote, count: isClosed ? max(0, count - 3) : count)
                index += count
                if isClosed { return string(content[...]) }
            } else if next == "\\", quote == "\"" {
                if isLong, skipEscapedLineEnd() { continue }
                content.append(try escapedScalar())
            } else if isLong, skipLineEnd() {
                content.append("\n")
            } else {
                guard !isAtLineEnd else { break }
                guard !Self.isControl(next) else { throw error(.invalidCharacter) }
                content.append(next)
                index += 1
            }
        }
        throw error(.unclosedText, at: start)
    }

    /// Returns the number of quotes at the index, up to a limit.
    private func quotes(_ quote: Unicode.Scalar, upTo limit: Int) -> Int {
        text[index...].prefix(limit).prefix { $0 == quote }.count
    }

    private mutating func escapedScalar() throws(SettingsSyntaxError) -> Unicode.Scalar {
        let start = index
        skip("\\")
        guard let letter = next else { throw error(.invalidEscape, at: start) }
        index += 1
        let length: Int
        switch letter {
        case "b": return "\u{8}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "\"", "\\": return letter
        case "u": length = 4
        case "U": length = 8
        default: throw error(.invalidEscape, at: start)
        }
        let digits = text[index...].prefix(length)
        guard digits.count == length, digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }),
            let value = UInt32(string(digits), radix: 16), let scalar = Unicode.Scalar(value)
        else { throw error(.invalidEscape, at: start) }
        index += length
        return scalar
    }

    /// Skips a backslash at the end of a line, with the line end and the blanks and line ends after it.
    private mutating func skipEscapedLineEnd() -> Bool {
        let start = index
        skip("\\")
        skipBlanks()
        guard isAtLineEnd else {
            index = start
            return false
        }
        while skipLineEnd() { skipBlanks() }
        return true
    }
}

// Characters and places.
extension TOMLReader {
    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private var isAtLineEnd: Bool {
        next == "\n" || next == "\r" && index + 1 < text.count && text[index + 1] == "\n"
    }

    /// Skips a character, if it is next.
    @discardableResult private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    @discardableResult private mutating func skipLineEnd() -> Bool {
        guard isAtLineEnd else { return false }
        skip("\r")
        skip("\n")
        return true
    }

    private mutating func skipBlanks() {
        while next == " " || next == "\t" { index += 1 }
    }

    private mutating func skipComment() throws(SettingsSyntaxError) {
        guard next == "#" else { return }
        while let next, !isAtLineEnd {
            guard !Self.isControl(next) else { throw error(.invalidCharacter) }
            index += 1
        }
    }

    /// Skips blanks, line ends and comments.
    private mutating func skipLines() throws(SettingsSyntaxError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while skipLineEnd()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Returns the line of a place, which is not before the last such place.
    private mutating func line(at place: Int) -> Int {
        counted.line += text[counted.index..<place].count { $0 == "\n" }
        counted.index = place
        return counted.line
    }

    private func error(_ flaw: SettingsSyntaxError.Kind, at place: Int? = nil) -> SettingsSyntaxError {
        let before = text[..<(place ?? index)]
        let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return SettingsSyntaxError(
            line: before.count { $0 == "\n" } + 1, column: before.count - start + 1, flaw: flaw)
    }
}
