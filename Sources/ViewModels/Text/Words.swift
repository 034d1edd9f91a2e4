import CWords
import Glibc

/// What the program says to people, in their language as far as there is a file of it, else in English.
///
/// Builders make texts of it by ``DisplayText/words(_:_:count:)`` and `String.words(_:_:count:)`, late: what is stored, sent and
/// carried from one part to another are reasons and numbers.
package struct Words: Sendable {
    /// All languages there are, English first, as in `ru` or `pt_BR`. One more is a file of `Resources` and its rows in `CWords`.
    package static var languages: [String] {
        (0...).lazy.map(confab_language).prefix { $0 != nil }.compactMap { $0.map { String(cString: $0) } }
    }

    /// Read once, when the first text is asked for.
    package static let current = Words(languages: wanted { getenv($0).map { String(cString: $0) } })

    /// Read where a text is asked for that another language has not.
    package static let english = Catalogue(of: "en") ?? Catalogue(language: "en", bytes: [])

    private static let keyMark = "key."
    private static let ends = Set(".?!".utf8)

    /// One of ``languages``.
    package let language: String
    /// In the order in which they are asked, before English.
    private let catalogues: [Catalogue]

    package init(_ catalogues: [Catalogue], language: String = "en") {
        self.catalogues = catalogues
        self.language = language
    }

    private init(languages: [String]) {
        let known = Words.languages
        let chosen = languages.first(where: known.contains)
        self.init(
            chosen == known.first ? [] : [chosen.flatMap(Catalogue.init(of:))].compactMap(\.self),
            language: chosen ?? "en")
    }

    /// The languages that somebody's environment asks for, the best first: as in `pt_BR`, `pt`. Those of `LANGUAGE` come before the
    /// locale's, unless that is none of a language.
    static func wanted(_ environment: (String) -> String?) -> [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
        guard let locale = names.first(where: { !$0.isEmpty }), tag(of: locale) != "C", tag(of: locale) != "POSIX"
        else { return [] }
        let listed = environment("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
        return (listed + [locale]).map(tag).flatMap { tag in
            let language = String(tag.prefix { $0 != "_" })
            return language == tag ? [tag] : [tag, language]
        }
    }

    /// Without the encoding and what else stands behind the language and the country.
    private static func tag(of locale: String) -> String { String(locale.prefix { $0 != "." && $0 != "@" }) }

    /// A text with what belongs in the places of its `{names}`.
    ///
    /// `{key.new-chat}` is the key of a ``HintedAction``, as ``DisplayText/key(_:)`` writes it.
    /// What is put in is never searched for places again, and a sentence that ends has no second end after it. A key that no language has
    /// stands for itself.
    /// - Parameter count: chooses the form, and stands at `{count}`.
    package func text(
        _ key: String, _ arguments: KeyValuePairs<String, String> = [:], count: Int? = nil,
        adapting adapt: (String) -> String = { $0 }
    ) -> String {
        let pattern =
            catalogues.lazy.compactMap { $0.pattern(key, count: count) }.first
            ?? Self.english.pattern(key, count: count) ?? key
        guard pattern.utf8.contains(UInt8(ascii: "{")) else { return pattern }
        var result = ""
        var rest = pattern[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let name = rest[rest.utf8.index(after: open)..<close]
            result += rest[..<open]
            if name == "count", let count {
                result += String(count)
            } else if let argument = arguments.first(where: { $0.key == name }) {
                result += adapt(argument.value)
            } else if name.hasPrefix(Self.keyMark),
                let action = HintedAction(rawValue: String(name.dropFirst(Self.keyMark.count)))
            {
                result += DisplayText.key(action).string
            } else {
                result += rest[open...close]
            }
            rest = rest[rest.utf8.index(after: close)...]
            if rest.utf8.first == UInt8(ascii: "."), let last = result.utf8.last, Self.ends.contains(last) {
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}

extension String {
    /// A text of the catalogue. It is not sanitized: what others wrote stands in it as it is.
    package static func words(
        _ key: String, _ arguments: KeyValuePairs<String, String> = [:], count: Int? = nil
    ) -> String {
        Words.current.text(key, arguments, count: count)
    }
}

extension DisplayText {
    /// A text of the catalogue, in which each argument is sanitized by itself to one line, and ordered by itself.
    package static func words(
        _ key: String, _ arguments: KeyValuePairs<String, String> = [:], count: Int? = nil
    ) -> DisplayText {
        DisplayText(joined: Words.current.text(key, arguments, count: count) { DisplayText(sanitizing: $0).isolated })
    }
}

extension Catalogue {
    /// That of a language which the program has.
    fileprivate init?(of language: String) {
        var count = 0
        guard let bytes = confab_words(language, &count) else { return nil }
        self.init(language: language, bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}
