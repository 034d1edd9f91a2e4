/// The contacts that match what was typed, by name.
package struct ContactListViewModel {
    package let title: DisplayText
    package let filter: FieldViewModel
    package let count: Int
    /// Makes a contact when it is shown: there may be thousands.
    package let contact: @MainActor (Int) -> any ContactViewModel
    /// Shown while nothing was loaded yet.
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    /// What to read where there are no contacts.
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
