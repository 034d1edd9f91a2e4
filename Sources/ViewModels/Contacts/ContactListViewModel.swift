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
