/// One row of wrapped text.
package struct WrappedLine: Hashable, Sendable {
    /// The characters of the text on this row, blanks at its end included, the line break behind it not.
    package let range: Range<Int>
    /// What is drawn of them: never wider than was asked for.
    package let text: String
    /// The row ends where a line of the text ends, not where the width does.
    package let endsLine: Bool

    package init(range: Range<Int>, text: String, endsLine: Bool) {
        self.range = range
        self.text = text
        self.endsLine = endsLine
    }
}
