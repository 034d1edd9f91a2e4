/// A field of one line on a form.
package struct FieldViewModel: Equatable {
    package let label: DisplayText
    package let placeholder: DisplayText
    /// The new text of the field if ``revision`` is newer than the pane's own text.
    package let text: String
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
}
