/// The misspelt words found so far.
struct SpellingModel {
    private(set) var generation = 0
    private(set) var misspelt: Set<String> = []
    private(set) var lack: SpellingUnavailableReason?
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
