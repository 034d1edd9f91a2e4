/// A field of one line on a form.
package struct FieldViewModel: Equatable {
    package let label: DisplayText
    package let placeholder: DisplayText
    /// What the field holds when ``revision`` is newer than the pane's own text.
    package let text: String
    package let revision: Int
    /// What to know about the text while it is typed; empty where there is nothing to say.
    package let hint: DisplayText
    /// Whether the hint says what is wrong.
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
