/// The only question of the first run.
package struct FirstRunViewModel {
    /// The question, as in `Your name`.
    package let question: DisplayText
    /// The login name, accepted with Enter.
    package let suggestedName: String
    /// The hint, as in `You will be @ana:localhost`, or an error in the name.
    package let hint: DisplayText
    /// The hint, as in `Have a Matrix account? ^O l logs in instead.`
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
