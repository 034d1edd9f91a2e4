/// What is known of the words that are being written.
package struct SpellingViewModel {
    /// Rises when all words are to be asked about anew.
    package let generation: Int
    /// No dictionary has them.
    package let misspelt: Set<String>
    /// Why no word is asked about; empty where they are.
    package let lack: DisplayText
    /// It was asked for, so that the lack is said by itself.
    package let saysLack: Bool
    /// Asks about words that were not asked about in this generation.
    package let check: @MainActor ([String]) -> Void
    /// Adds a word to the person's own dictionary.
    package let add: @MainActor (String) -> Void

    package init(
        generation: Int, misspelt: Set<String>, lack: DisplayText, saysLack: Bool,
        check: @escaping @MainActor ([String]) -> Void, add: @escaping @MainActor (String) -> Void
    ) {
        self.generation = generation
        self.misspelt = misspelt
        self.lack = lack
        self.saysLack = saysLack
        self.check = check
        self.add = add
    }
}
