import CWords
import Glibc

/// The texts of the program in the user's language if there is a file for it, else in English.
///
/// Builders create texts with ``DisplayText/words(_:_:count:)`` and `String.words(_:_:count:)` as late as possible.
/// Components store, send and pass on reasons and numbers instead.
package struct Words: Sendable {
    /// All available languages, English first, as in `ru` or `pt_BR`. A new one needs a file in `Resources` and its
    /// rows in `CWords`.
    package static var languages: [String] {
        (0...).lazy.map(confab_language).prefix { $0 != nil }.compactMap { $0.map { String(cString: $0) } }
    }

    /// Loaded once, with the first text.
    package static let current = Words(languages: wanted { getenv($0).map { String(cString: $0) } })

    /// Loaded when a text is missing in another language.
    package static let english = Catalogue(of: "en") ?? Catalogue(language: "en", bytes: [])

    private static let keyMark = "key."
    private static let ends = Set(".?!".utf8)

    /// The current language, see ``languages``.
    package let language: String
    /// The catalogues in the order of lookup, before English.
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

    /// Returns the languages requested by the environment, the best first: as in `pt_BR`, `pt`. Entries of `LANGUAGE`
    /// take precedence over the locale, unless the locale has no language.
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

    /// Returns the locale without its encoding and anything else after language and country.
    private static func tag(of locale: String) -> String { String(locale.prefix { $0 != "." && $0 != "@" }) }

    /// Returns a text with its `{names}` filled in.
    ///
    /// `{key.new-chat}` is the key of a ``HintedAction``, in the format of ``DisplayText/key(_:)``. Inserted text
    /// isn't searched for further names, and a sentence never ends with two periods. A key without a text in any
    /// language is returned as it is.
    /// - Parameter count: selects the plural form, and replaces `{count}`.
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
    /// Returns a text of the catalogue. It is not sanitized: arguments by others are inserted unchanged.
    package static func words(
        _ key: String, _ arguments: KeyValuePairs<String, String> = [:], count: Int? = nil
    ) -> String {
        Words.current.text(key, arguments, count: count)
    }
}

extension DisplayText {
    /// Returns a text of the catalogue. Each argument is sanitized to one line and isolated in its direction.
    package static func words(
        _ key: String, _ arguments: KeyValuePairs<String, String> = [:], count: Int? = nil
    ) -> DisplayText {
        DisplayText(joined: Words.current.text(key, arguments, count: count) { DisplayText(sanitizing: $0).isolated })
    }
}

extension Catalogue {
    /// Creates the catalogue of a language included in the program.
    fileprivate init?(of language: String) {
        var count = 0
        guard let bytes = confab_words(language, &count) else { return nil }
        self.init(language: language, bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
}
