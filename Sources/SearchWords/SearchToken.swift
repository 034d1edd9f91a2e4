/// The unit that a search compares: a folded word, or one character of a script without spaces between words.
package struct SearchToken: Hashable, Sendable {
    /// The text, folded by ``SearchTokenizer``.
    package let text: String
    /// The position in the text, in characters.
    package let range: Range<Int>

    package init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }
}
