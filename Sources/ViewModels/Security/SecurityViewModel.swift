/// How this device stands for the account's owner, and what can be done about it.
package struct SecurityViewModel {
    /// A row to choose.
    package struct Way {
        package let title: DisplayText
        /// What goes to the clipboard; empty for a row that does something else.
        package let copied: DisplayText
        package let choose: @MainActor () -> Void

        package init(title: DisplayText, copied: DisplayText = .empty, choose: @escaping @MainActor () -> Void) {
            self.title = title
            self.copied = copied
            self.choose = choose
        }
    }

    /// A line that is typed in place of the rows.
    package struct Field {
        package let label: DisplayText
        package let hint: DisplayText
        /// Whether a mark is drawn for each character.
        package let isSecret: Bool
        package let submit: Action<String>

        package init(label: DisplayText, hint: DisplayText, isSecret: Bool, submit: Action<String>) {
            self.label = label
            self.hint = hint
            self.isSecret = isSecret
            self.submit = submit
        }
    }

    /// Another number is another step: what was typed and chosen before is gone.
    package let number: Int
    package let title: DisplayText
    package let text: DisplayText
    /// To be written down; empty but where it was made a moment ago.
    package let secret: DisplayText
    package let ways: [Way]
    package let field: Field?
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// What Esc does, in a word.
    package let backLabel: DisplayText
    package let back: @MainActor () -> Void

    package init(
        number: Int, title: DisplayText, text: DisplayText, secret: DisplayText, ways: [Way], field: Field?,
        shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool, errorText: DisplayText,
        backLabel: DisplayText, back: @escaping @MainActor () -> Void
    ) {
        self.number = number
        self.title = title
        self.text = text
        self.secret = secret
        self.ways = ways
        self.field = field
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.backLabel = backLabel
        self.back = back
    }
}
