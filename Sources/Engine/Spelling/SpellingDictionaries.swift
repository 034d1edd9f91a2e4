import CSpelling
import Foundation
import Glibc

/// The open dictionaries. `@unchecked`: only the serial queue of the endpoint uses them.
package final class SpellingDictionaries: @unchecked Sendable {
    private var setting: String?
    private var lack: SpellingUnavailableReason?
    private var opened: [(language: String, words: OpaquePointer)] = []

    package init() {}

    /// The most suggestions. All of them fit on screen together with the row that adds the word.
    private static let maxSuggestions = 5

    deinit { close() }

    /// - Returns: the reason why no word can be checked; `nil` if words can be checked.
    package func open(_ setting: String) -> SpellingUnavailableReason? {
        guard setting != self.setting else { return lack }
        close()
        self.setting = setting
        lack = load(setting)
        return lack
    }

    private func load(_ setting: String) -> SpellingUnavailableReason? {
        guard
            let languages = SpellingLanguages.chosen(
                by: setting, environment: { getenv($0).map { String(cString: $0) } })
        else { return .off }
        guard !languages.isEmpty else { return .language }
        guard confab_spelling_is_there() else { return .library }
        opened = languages.compactMap { language in
            confab_dictionary_open(language).map { (language, $0) }
        }
        return opened.isEmpty ? .dictionaries(languages) : nil
    }

    private func close() {
        for dictionary in opened { confab_dictionary_close(dictionary.words) }
        opened = []
    }

    /// Returns whether a dictionary contains the word. Returns `true` if there is no dictionary for the
    /// script of the word.
    package func knows(_ word: String) -> Bool {
        let asked = dictionaries(for: word)
        return asked.isEmpty || asked.contains { confab_dictionary_has($0, word) }
    }

    /// Returns suggestions, alternating between the languages.
    package func suggestions(for word: String) -> [String] {
        let lists = dictionaries(for: word).map { dictionary in
            var list: [String] = []
            withUnsafeMutablePointer(to: &list) { place in
                confab_dictionary_suggest(
                    dictionary, word,
                    { suggestion, context in
                        guard let suggestion, let list = context?.assumingMemoryBound(to: [String].self) else { return }
                        list.pointee.append(String(cString: suggestion))
                    }, place)
            }
            return list
        }
        var found: [String] = []
        for place in 0..<(lists.map(\.count).max() ?? 0) {
            for list in lists where list.indices.contains(place) && !found.contains(list[place]) {
                found.append(list[place])
            }
        }
        return Array(found.prefix(Self.maxSuggestions))
    }

    package func add(_ word: String) {
        if let dictionary = dictionaries(for: word).first { confab_dictionary_add(dictionary, word) }
    }

    private func dictionaries(for word: String) -> [OpaquePointer] {
        opened.filter { SpellingLanguages.writes(word, in: $0.language) }.map(\.words)
    }
}

/// The languages of the spell check.
enum SpellingLanguages {
    /// - Parameter setting: `auto` for the language of the locale, `off`, or languages separated by commas, as in
    ///   `en_US,de_DE`.
    /// - Returns: `nil` if the check is off.
    static func chosen(by setting: String, environment: (String) -> String?) -> [String]? {
        switch setting {
        case "off": return nil
        case "auto":
            let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
            // A charset alone, as ssh passes it on from macOS, names no language.
            guard let locale = names.first(where: { !$0.isEmpty && $0.uppercased() != "UTF-8" }) else { return [] }
            let tag = String(locale.prefix { $0 != "." && $0 != "@" })
            return tag == "C" || tag == "POSIX" ? [] : [tag]
        default:
            return setting.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
    }

    /// Returns whether a language uses the script of a word. A word in another script is no mistake in that language.
    static func writes(_ word: String, in language: String) -> Bool {
        guard let letter = word.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
        let ranges: [ClosedRange<UInt32>]
        switch language.prefix(while: { $0 != "_" && $0 != "-" }) {
        case "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk": ranges = [0x400...0x52F]
        case "el": ranges = [0x370...0x3FF, 0x1F00...0x1FFF]
        case "he", "yi": ranges = [0x590...0x5FF]
        case "ar", "fa", "ug", "ur": ranges = [0x600...0x77F]
        case "hy": ranges = [0x530...0x58F]
        case "ka": ranges = [0x10A0...0x10FF]
        case "hi", "mr", "ne": ranges = [0x900...0x97F]
        case "bn": ranges = [0x980...0x9FF]
        case "gu": ranges = [0xA80...0xAFF]
        case "ta": ranges = [0xB80...0xBFF]
        case "te": ranges = [0xC00...0xC7F]
        case "ko": ranges = [0xAC00...0xD7A3]
        default: ranges = [0x41...0x24F, 0x1E00...0x1EFF]
        }
        return ranges.contains { $0.contains(letter.value) }
    }
}

/// The reason why words aren't checked.
package enum SpellingUnavailableReason: Hashable, Sendable {
    case off
    /// libenchant is not installed.
    case library
    /// None of these languages has a dictionary.
    case dictionaries([String])
    /// The locale names no language.
    case language
}
