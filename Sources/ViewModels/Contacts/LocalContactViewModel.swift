/// A contact in this device's address book. Changes are immediate.
package struct LocalContactViewModel: ContactViewModel {
    package let name: DisplayText
    package let detail: DisplayText
    package let note: DisplayText
    package let hasChat: Bool
    package let open: Action<Void>
    package let edit: Action<Void>
    package let delete: Action<Void>

    package init(
        name: DisplayText, detail: DisplayText, note: DisplayText, hasChat: Bool, open: Action<Void>,
        edit: Action<Void>, delete: Action<Void>
    ) {
        self.name = name
        self.detail = detail
        self.note = note
        self.hasChat = hasChat
        self.open = open
        self.edit = edit
        self.delete = delete
    }

    package var place: DisplayText { .words("contacts.on-this-device") }
    package var shouldShowBusy: Bool { false }
    package var busyText: DisplayText { .empty }
    package var shouldShowError: Bool { false }
    package var errorText: DisplayText { .empty }
    package var question: DisplayText { .words("contacts.delete-from-device", ["name": name.string]) }
}
