/// An invitation in place of the chat: the inviter, the chat, and the two answers.
package struct InvitationViewModel {
    package let title: DisplayText
    /// The inviter and the chat, and a warning if the inviter is unknown; one line or more.
    package let text: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let accept: Action<Void>
    package let decline: Action<Void>

    package init(
        title: DisplayText, text: DisplayText, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText, accept: Action<Void>, decline: Action<Void>
    ) {
        self.title = title
        self.text = text
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.accept = accept
        self.decline = decline
    }
}
