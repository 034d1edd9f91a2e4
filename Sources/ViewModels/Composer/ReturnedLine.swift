/// A line that could not be sent and is inserted above the current text.
package struct ReturnedLine: Hashable, Sendable {
    /// The ``ComposerViewModel/revision`` that added it.
    package let revision: Int
    package let text: String

    package init(revision: Int, text: String) {
        self.revision = revision
        self.text = text
    }
}
