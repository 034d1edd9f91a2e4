/// A field of one line on a form.
package struct FieldViewModel: Equatable {
    package let label: DisplayText
    package let placeholder: DisplayText
    package let text: String
    /// Increases when anything but the pane changes ``text``.
    package let revision: Int
    /// A hint on the text while it is typed; may be empty.
    package let hint: DisplayText
    /// Whether the hint is an error.
    package let isWrong: Bool

    package init(
        label: DisplayText, placeholder: DisplayText = .empty, text: String, revision: Int, hint: DisplayText = .empty,
        isWrong: Bool = false
    ) {
        self.label = label
        self.placeholder = placeholder
        self.text = text
        self.revision = revision
        self.hint = hint
        self.isWrong = isWrong
    }

    package var handed: HandedText { HandedText(text: text, revision: revision) }
}
