import Synchronization

/// The texts of the program in one language, from a file in `Resources`. The comment at the top of the English file
/// describes the format.
package struct Catalogue: Sendable {
    package struct Entry: Equatable, Sendable {
        /// The text without a count.
        package var text: String?
        /// The plural forms, by the language's rule.
        package var forms: [PluralCategory: String] = [:]

        /// All texts of the entry.
        package var all: [String] { (text.map { [$0] } ?? []) + forms.values }
    }

    package let rule: PluralRule
    private let bytes: [UInt8]
    /// A hash table of line offsets plus 1, by the hash of their keys. It avoids parsing a thousand texts at a start
    /// that needs only a few.
    private let places: [Int]
    /// A cache of parsed entries, because each frame looks up the same texts.
    private let known = KnownEntries()

    private final class KnownEntries: Sendable {
        let entries = Mutex<[String: Entry?]>([:])
    }

    /// - Parameter language: as in `ru` or `pt_BR`.
    package init(language: String, bytes: [UInt8]) {
        rule = PluralRule(language: language)
        self.bytes = bytes
        let count = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        var places = [Int](repeating: 0, count: 1 << (Int.bitWidth - count.leadingZeroBitCount + 1))
        var start = 0
        while start < bytes.count {
            if bytes[start] != UInt8(ascii: "#") {
                var place = Self.hash(bytes[start...].lazy.prefix { !Self.endsKey($0) }) & (places.count - 1)
                while places[place] != 0 { place = (place + 1) & (places.count - 1) }
                places[place] = start + 1
            }
            start = (bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) + 1
        }
        self.places = places
    }

    /// - Returns: `nil` if the catalogue has no such text.
    package func pattern(_ key: String, count: Int?) -> String? {
        guard let entry = entry(key) else { return nil }
        guard let count, !entry.forms.isEmpty else { return entry.text ?? entry.forms[.other] }
        return entry.forms[rule.category(of: count)] ?? entry.forms[.other]
    }

    private func entry(_ key: String) -> Entry? {
        known.entries.withLock { entries in
            if let entry = entries[key] { return entry }
            let entry = parsed(key)
            entries[key] = .some(entry)
            return entry
        }
    }

    private func parsed(_ key: String) -> Entry? {
        var entry: Entry?
        var place = Self.hash(key.utf8) & (places.count - 1)
        while places[place] != 0 {
            let line = line(at: places[place] - 1)
            place = (place + 1) & (places.count - 1)
            guard line.starts(with: key.utf8), let parts = Parts(line), parts.key.count == key.utf8.count else {
                continue
            }
            entry = entry ?? Entry()
            _ = entry?.add(parts)
        }
        return entry
    }

    private func line(at start: Int) -> ArraySlice<UInt8> {
        bytes[start..<(bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex)]
    }

    private static func endsKey(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\n")
    }

    /// The 32-bit FNV-1a hash.
    private static func hash(_ key: some Sequence<UInt8>) -> Int {
        Int(key.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }
}

extension Catalogue {
    /// All texts by their keys.
    package var entries: [String: Entry] { all.entries }

    /// The numbers of malformed or duplicate lines, from 1.
    package var malformedLines: [Int] { all.malformed }

    private var all: (entries: [String: Entry], malformed: [Int]) {
        var entries: [String: Entry] = [:]
        var malformed: [Int] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty && line.first != UInt8(ascii: "#") {
            let parts = Parts(line)
            let isNew = parts.map { entries[String(decoding: $0.key, as: UTF8.self), default: Entry()].add($0) }
            if isNew != true { malformed.append(number + 1) }
        }
        return (entries, malformed)
    }

    /// The parts of a line as in `chats.unread = unread` or `chats.unread[one] = {count} chat`. In a text, `\n` is a
    /// line break.
    fileprivate struct Parts {
        let key: ArraySlice<UInt8>
        let form: PluralCategory?
        let text: String

        init?(_ line: ArraySlice<UInt8>) {
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex + 1,
                sign + 2 < line.endIndex, line[sign - 1] == UInt8(ascii: " "), line[sign + 1] == UInt8(ascii: " ")
            else { return nil }
            let name = line[..<(sign - 1)]
            if name.last == UInt8(ascii: "]") {
                guard let bracket = name.firstIndex(of: UInt8(ascii: "[")),
                    let form = PluralCategory(
                        rawValue: String(decoding: name[(bracket + 1)...].dropLast(), as: UTF8.self))
                else { return nil }
                key = name[..<bracket]
                self.form = form
            } else {
                key = name
                form = nil
            }
            text = Self.text(line[(sign + 2)...])
        }

        private static func text(_ bytes: ArraySlice<UInt8>) -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            guard bytes.contains(UInt8(ascii: "\\")) else { return text }
            return text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
        }
    }
}

extension Catalogue.Entry {
    /// - Returns: whether the form is new.
    fileprivate mutating func add(_ parts: Catalogue.Parts) -> Bool {
        if let form = parts.form { return forms.updateValue(parts.text, forKey: form) == nil }
        guard text == nil else { return false }
        text = parts.text
        return true
    }
}

/// The plural rule for whole numbers (Unicode CLDR, "Language Plural Rules").
package enum PluralRule: Sendable {
    /// The same form for all numbers, as in Chinese.
    case none
    /// `one` for 1, as in English.
    case one
    /// `one` for 0 and 1, as in French.
    case oneWithZero
    /// `one`, `few` and `many` by the last two digits, as in Russian.
    case eastSlavic
    /// `one` for 1, `few` for 2, 3, 4, 22, …, else `many`, as in Polish.
    case polish
    /// `one` for 1, `few` for 2 to 4, as in Czech.
    case czech
    /// `one` for 1, `few` for 0 and if the last two digits are 1 to 19, as in Romanian.
    case romanian

    /// - Parameter language: as in `ru` or `pt_BR`; unknown languages use the rule of English.
    package init(language: String) {
        switch language.prefix(while: { $0 != "_" }) {
        case "zh", "ja", "ko", "vi", "th", "id", "ms": self = .none
        case "fr", "pt", "hy": self = .oneWithZero
        case "ru", "uk", "be": self = .eastSlavic
        case "pl": self = .polish
        case "cs", "sk": self = .czech
        case "ro": self = .romanian
        default: self = .one
        }
    }

    /// The forms that a whole number may need in this language.
    package var categories: [PluralCategory] {
        switch self {
        case .none: [.other]
        case .one, .oneWithZero: [.one, .other]
        case .eastSlavic, .polish: [.one, .few, .many]
        case .czech, .romanian: [.one, .few, .other]
        }
    }

    package func category(of count: Int) -> PluralCategory {
        let number = count.magnitude
        let isTeen = (11...14).contains(number % 100)
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .oneWithZero: return number <= 1 ? .one : .other
        case .eastSlavic:
            if isTeen { return .many }
            return number % 10 == 1 ? .one : (2...4).contains(number % 10) ? .few : .many
        case .polish:
            if number == 1 { return .one }
            return (2...4).contains(number % 10) && !isTeen ? .few : .many
        case .czech:
            return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .romanian:
            if number == 1 { return .one }
            return number == 0 || (1...19).contains(number % 100) ? .few : .other
        }
    }
}

/// The plural forms of languages, named as in Unicode's CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
    case one, few, many, other
}
