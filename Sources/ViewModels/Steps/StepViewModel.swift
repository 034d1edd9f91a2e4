/// A step on a screen with few rows: a text, and choices or a line to type.
package struct StepViewModel {
    /// A choice.
    package struct Choice {
        package let title: DisplayText
        /// The text copied to the clipboard; empty for a row with another effect.
        package let copied: DisplayText
        /// The web page opened in a browser; empty for a row with another effect.
        package let opened: DisplayText
        package let choose: @MainActor () -> Void

        package init(
            title: DisplayText, copied: DisplayText = .empty, opened: DisplayText = .empty,
            choose: @escaping @MainActor () -> Void
        ) {
            self.title = title
            self.copied = copied
            self.opened = opened
            self.choose = choose
        }
    }

    /// A line that is typed in place of the choices.
    package struct Field {
        package let label: DisplayText
        package let hint: DisplayText
        /// The initial text.
        package let text: String
        /// Whether characters are masked.
        package let isSecret: Bool
        package let submit: Action<String>

        package init(label: DisplayText, hint: DisplayText, text: String = "", isSecret: Bool, submit: Action<String>) {
            self.label = label
            self.hint = hint
            self.text = text
            self.isSecret = isSecret
            self.submit = submit
        }
    }

    /// The identity of the step. When it changes, typed text and selection are cleared.
    package let number: Int
    package let title: DisplayText
    package let text: DisplayText
    /// A secret to copy letter by letter, such as a recovery key; may be empty.
    package let secret: DisplayText
    package let ways: [Choice]
    package let field: Field?
    /// Opens the field for text that is typed or pasted while choices are shown; `nil` if there is none.
    package let openField: (@MainActor () -> Void)?
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// The effect of Esc, in a word.
    package let backLabel: DisplayText
    package let back: @MainActor () -> Void

    package init(
        number: Int, title: DisplayText, text: DisplayText, secret: DisplayText, ways: [Choice], field: Field?,
        openField: (@MainActor () -> Void)?, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, backLabel: DisplayText, back: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.text = text
        self.secret = secret
        self.ways = ways
        self.field = field
        self.openField = openField
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.backLabel = backLabel
        self.back = back
    }
}
