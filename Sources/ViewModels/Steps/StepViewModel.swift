/// One of the steps that a person takes at a screen of few rows: a text, and ways to choose from or a line to type.
package struct StepViewModel {
    /// A row to choose.
    package struct Way {
        package let title: DisplayText
        /// What goes to the clipboard; empty for a row that does something else.
        package let copied: DisplayText
        /// The page that a browser shows; empty for a row that does something else.
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

    /// A line that is typed in place of the rows.
    package struct Field {
        package let label: DisplayText
        package let hint: DisplayText
        /// What stands in it when the step begins.
        package let text: String
        /// Whether a mark is drawn for each character.
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

    /// Another number is another step: what was typed and chosen before is gone.
    package let number: Int
    package let title: DisplayText
    package let text: DisplayText
    /// To be read letter by letter, as a key to write down; empty where there is nothing of the kind.
    package let secret: DisplayText
    package let ways: [Way]
    package let field: Field?
    /// Opens the field that takes what somebody types or pastes at the rows; `nil` where there is none.
    package let openField: (@MainActor () -> Void)?
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// What Esc does, in a word.
    package let backLabel: DisplayText
    package let back: @MainActor () -> Void

    package init(
        number: Int, title: DisplayText, text: DisplayText, secret: DisplayText, ways: [Way], field: Field?,
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
