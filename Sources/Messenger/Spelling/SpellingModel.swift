package import Engine

/// Events of the spell check.
package enum SpellingEvent: RoutedEvent {
    /// These words haven't been checked before.
    case asked([String])
    /// The words that no dictionary has, or the reason why none was checked, under the setting of that time.
    case answered([String], SpellingUnavailableReason?, setting: String)
    /// The user adds a word to the dictionary.
    case added(String)
}

/// The misspelt words found so far.
package struct SpellingModel {
    package private(set) var generation = 0
    package private(set) var misspelt: Set<String> = []
    package private(set) var lack: SpellingUnavailableReason?
    private var setting = ""

    /// The most words that are kept, enough for a day's writing. Beyond that the set is cleared.
    private static let maxWords = 2_000

    mutating func answer(_ words: [String], _ lack: SpellingUnavailableReason?) {
        self.lack = lack
        if misspelt.count + words.count > Self.maxWords { misspelt = [] }
        misspelt.formUnion(words)
    }

    mutating func add(_ word: String) { misspelt.remove(word) }

    /// Drops all results if the setting, and with it the dictionaries, changed.
    mutating func use(_ setting: String) {
        guard setting != self.setting else { return }
        self.setting = setting
        misspelt = []
        lack = nil
        generation += 1
    }
}
