/// A contact in the account. Changes are requests to the homeserver, which take time and may be refused.
package struct RemoteContactViewModel: ContactViewModel {
    package let name: DisplayText
    package let detail: DisplayText
    package let note: DisplayText
    package let place: DisplayText
    package let hasChat: Bool
    package let shouldShowBusy: Bool
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let open: Action<Void>
    package let edit: Action<Void>
    package let delete: Action<Void>

    package init(
        name: DisplayText, detail: DisplayText, note: DisplayText, place: DisplayText, hasChat: Bool,
        shouldShowBusy: Bool, shouldShowError: Bool, errorText: DisplayText, open: Action<Void>, edit: Action<Void>,
        delete: Action<Void>
    ) {
        self.name = name
        self.detail = detail
        self.note = note
        self.place = place
        self.hasChat = hasChat
        self.shouldShowBusy = shouldShowBusy
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.open = open
        self.edit = edit
        self.delete = delete
    }

    package var busyText: DisplayText { .words("contacts.deleting") }

    package var question: DisplayText {
        .words("contacts.delete-on-all-devices", ["name": name.string])
    }
}
