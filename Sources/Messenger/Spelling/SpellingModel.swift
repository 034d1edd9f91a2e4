/// What is known of the words that are being written.
@MainActor
final class SpellingModel {
    private(set) var generation = 0
    private(set) var misspelt: Set<String> = []
    private(set) var lack: SpellingLack?
    private var setting = ""

    /// Of a day's writing; more is forgotten.
    private static let mostWords = 2_000

    func answer(_ words: [String], _ lack: SpellingLack?) {
        self.lack = lack
        if misspelt.count + words.count > Self.mostWords { misspelt = [] }
        misspelt.formUnion(words)
    }

    func add(_ word: String) { misspelt.remove(word) }

    /// Other dictionaries may be asked from now on.
    func use(_ setting: String) {
        guard setting != self.setting else { return }
        self.setting = setting
        misspelt = []
        lack = nil
        generation += 1
    }
}
