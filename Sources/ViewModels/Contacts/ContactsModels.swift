/// The contacts that match the typed text, sorted by name.
package struct ContactListViewModel {
    package let title: DisplayText
    package let filter: FieldViewModel
    package let count: Int
    /// Creates a contact when it is shown, since there may be thousands.
    package let contact: @MainActor (Int) -> any ContactViewModel
    /// Whether nothing is loaded yet.
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    /// The text shown if there are no contacts.
    package let emptyText: DisplayText
    package let filtered: @MainActor (String) -> Void
    package let add: Action<Void>
    package let cancel: @MainActor () -> Void

    package init(
        title: DisplayText, filter: FieldViewModel, count: Int,
        contact: @escaping @MainActor (Int) -> any ContactViewModel, shouldShowBusy: Bool, busyText: DisplayText,
        emptyText: DisplayText, filtered: @escaping @MainActor (String) -> Void, add: Action<Void>,
        cancel: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.filter = filter
        self.count = count
        self.contact = contact
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.emptyText = emptyText
        self.filtered = filtered
        self.add = add
        self.cancel = cancel
    }
}

/// A contact, saved on this device or in the account.
package protocol ContactViewModel {
    var name: DisplayText { get }
    /// The Matrix ID.
    var detail: DisplayText { get }
    var note: DisplayText { get }
    /// The place where it is saved, as in `on this device`.
    var place: DisplayText { get }
    /// Whether there is a chat with this person.
    var hasChat: Bool { get }
    var shouldShowBusy: Bool { get }
    var busyText: DisplayText { get }
    var shouldShowError: Bool { get }
    var errorText: DisplayText { get }
    /// The confirmation question for ``delete``.
    var question: DisplayText { get }
    /// Opens the chat with this person, or creates one.
    var open: Action<Void> { get }
    var edit: Action<Void> { get }
    var delete: Action<Void> { get }
}

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
