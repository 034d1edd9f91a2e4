import CSpelling
import Glibc

/// The open dictionaries. `@unchecked`: only the serial queue of the endpoint uses them.
final class SpellingDictionaries: @unchecked Sendable {
    private var setting: String?
    private var lack: SpellingLack?
    private var opened: [(language: String, words: OpaquePointer)] = []

    /// The most suggestions. All of them fit on screen together with the row that adds the word.
    private static let mostSuggestions = 5

    deinit { close() }

    /// - Returns: the reason why no word can be checked; `nil` if words can be checked.
    func open(_ setting: String) -> SpellingLack? {
        guard setting != self.setting else { return lack }
        close()
        self.setting = setting
        lack = load(setting)
        return lack
    }

    private func load(_ setting: String) -> SpellingLack? {
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
    func knows(_ word: String) -> Bool {
        let asked = dictionaries(for: word)
        return asked.isEmpty || asked.contains { confab_dictionary_has($0, word) }
    }

    /// Returns suggestions, alternating between the languages.
    func suggestions(for word: String) -> [String] {
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
        return Array(found.prefix(Self.mostSuggestions))
    }

    func add(_ word: String) {
        if let dictionary = dictionaries(for: word).first { confab_dictionary_add(dictionary, word) }
    }

    private func dictionaries(for word: String) -> [OpaquePointer] {
        opened.filter { SpellingLanguages.writes(word, in: $0.language) }.map(\.words)
    }
}
