/// What a search compares: a word in its folded form, or one character of a script that puts no spaces between words.
package struct SearchToken: Hashable, Sendable {
    /// As ``SearchTokenizer`` folds it.
    package let text: String
    /// Where it stands in the text, in characters.
    package let range: Range<Int>

    package init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }
}
