/// The results of the spelling check.
package struct SpellingViewModel {
    /// Increases when all words must be checked again.
    package let generation: Int
    /// The words that are in no dictionary.
    package let misspelt: Set<String>
    /// The reason why words can't be checked; empty if they can.
    package let lack: DisplayText
    /// Whether to show the reason without being asked, because the user has turned the check on explicitly.
    package let saysLack: Bool
    /// Checks words that were not checked in this generation.
    package let check: @MainActor ([String]) -> Void
    /// Adds a word to the user's dictionary.
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
