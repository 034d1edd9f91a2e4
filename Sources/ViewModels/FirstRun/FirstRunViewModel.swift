/// The one question of the first run.
package struct FirstRunViewModel {
    /// As in `Your name`.
    package let question: DisplayText
    /// The login name, to be taken with Enter.
    package let suggestedName: String
    /// As in `You will be @ana:localhost`, or what is wrong with the name.
    package let hint: DisplayText
    /// As in `Have a Matrix account? ^O l logs in instead.`
    package let loginHint: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let changed: @MainActor (String) -> Void
    package let start: Action<String>

    package init(
        question: DisplayText, suggestedName: String, hint: DisplayText, loginHint: DisplayText, shouldShowBusy: Bool,
        busyText: DisplayText, shouldShowError: Bool, errorText: DisplayText,
        changed: @escaping @MainActor (String) -> Void, start: Action<String>
    ) {
        self.question = question
        self.suggestedName = suggestedName
        self.hint = hint
        self.loginHint = loginHint
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.changed = changed
        self.start = start
    }
}
