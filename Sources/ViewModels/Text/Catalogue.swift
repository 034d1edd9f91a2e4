/// What people read in one language: a file of `Resources`, whose head says how its lines are written.
package struct Catalogue: Sendable {
    package struct Entry: Equatable, Sendable {
        /// The text where nothing is counted.
        package var text: String?
        /// The forms for what is counted, by the language's rule.
        package var forms: [PluralCategory: String] = [:]

        /// All texts that are written down.
        package var all: [String] { (text.map { [$0] } ?? []) + forms.values }
    }

    package let rule: PluralRule
    package let entries: [String: Entry]
    /// Lines that say nothing, or what another said already, by their numbers from 1.
    package let malformedLines: [Int]

    /// - Parameter language: as in `ru` or `pt_BR`.
    package init(language: String, bytes: [UInt8]) {
        rule = PluralRule(language: language)
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(bytes.count / 64)
        var malformed: [Int] = []
        var number = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            number += 1
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if !Catalogue.add(line, to: &entries) { malformed.append(number) }
        }
        self.entries = entries
        malformedLines = malformed
    }

    /// - Returns: `nil` where the catalogue has no such text.
    package func pattern(_ key: String, count: Int?) -> String? {
        guard let entry = entries[key] else { return nil }
        guard let count, !entry.forms.isEmpty else { return entry.text ?? entry.forms[.other] }
        return entry.forms[rule.category(of: count)] ?? entry.forms[.other]
    }

    /// A line as in `chats.unread = unread` or `chats.unread[one] = {count} chat`; in a text `\n` breaks the line.
    private static func add(_ line: ArraySlice<UInt8>, to entries: inout [String: Entry]) -> Bool {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex + 1, sign + 2 < line.endIndex,
            line[sign - 1] == UInt8(ascii: " "), line[sign + 1] == UInt8(ascii: " ")
        else { return false }
        let name = line[..<(sign - 1)]
        let text = text(line[(sign + 2)...])
        guard name.last == UInt8(ascii: "]") else {
            let key = String(decoding: name, as: UTF8.self)
            guard entries[key]?.text == nil else { return false }
            entries[key, default: Entry()].text = text
            return true
        }
        guard let bracket = name.firstIndex(of: UInt8(ascii: "[")),
            let form = PluralCategory(rawValue: String(decoding: name[(bracket + 1)...].dropLast(), as: UTF8.self))
        else { return false }
        let key = String(decoding: name[..<bracket], as: UTF8.self)
        return entries[key, default: Entry()].forms.updateValue(text, forKey: form) == nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "\\")) else { return text }
        return text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
}
