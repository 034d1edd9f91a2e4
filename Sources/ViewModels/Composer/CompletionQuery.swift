/// The text before the cursor that can be completed.
package struct CompletionQuery: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name without a prefix character.
        case name
        case person, emoji, command
        /// A whole misspelled word.
        case spelling
    }

    package let kind: Kind
    /// The typed text behind the prefix character, as in `bo` of `@bo`.
    package let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}
