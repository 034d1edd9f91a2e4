/// Why a key that somebody asked for is not bound; the table's own keys hold for that action.
package struct KeyMapProblem: Hashable, Sendable {
    /// The name that stands in the configuration file.
    package let action: String
    /// What is wrong and what would be right, in a sentence.
    package let message: String
}
