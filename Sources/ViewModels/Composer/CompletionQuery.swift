/// What stands before the cursor and can be completed.
package struct CompletionQuery: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Somebody's name as it is, without a sign before it.
        case name
        case person, emoji, command
        /// A word that no dictionary has, as a whole.
        case spelling
    }

    package let kind: Kind
    /// What was typed behind the sign, as in `bo` of `@bo`.
    package let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}
