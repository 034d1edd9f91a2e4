/// A line that could not be kept and stands above what is written again.
package struct ReturnedLine: Hashable, Sendable {
    /// The ``ComposerViewModel/revision`` that it came with.
    package let revision: Int
    package let text: String

    package init(revision: Int, text: String) {
        self.revision = revision
        self.text = text
    }
}
