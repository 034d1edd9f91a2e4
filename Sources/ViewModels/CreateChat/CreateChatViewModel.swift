/// The form for a new chat, by Matrix ID.
package struct CreateChatViewModel {
    package let title: DisplayText
    package let prompt: DisplayText
    /// As in `@bo:example.org`.
    package let placeholder: DisplayText
    /// What the field holds when ``revision`` is newer than the pane's own text.
    package let text: String
    package let revision: Int
    /// Says what is wrong with the field while it is typed; empty where nothing is.
    package let hint: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let changed: @MainActor (String) -> Void
    package let create: Action<String>
    package let cancel: @MainActor () -> Void

    package init(
        title: DisplayText, prompt: DisplayText, placeholder: DisplayText, text: String, revision: Int,
        hint: DisplayText, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool, errorText: DisplayText,
        changed: @escaping @MainActor (String) -> Void, create: Action<String>, cancel: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.prompt = prompt
        self.placeholder = placeholder
        self.text = text
        self.revision = revision
        self.hint = hint
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.changed = changed
        self.create = create
        self.cancel = cancel
    }
}
