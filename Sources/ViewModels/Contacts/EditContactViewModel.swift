/// The form for a new or existing contact.
package struct EditContactViewModel {
    /// The contents of the fields.
    package struct Fields: Hashable, Sendable {
        package var userID: String
        package var name: String
        package var note: String

        package init(userID: String, name: String, note: String) {
            self.userID = userID
            self.name = name
            self.note = note
        }
    }

    package let title: DisplayText
    package let userID: FieldViewModel
    /// Whether the Matrix ID is read-only, since another one would be another person.
    package let isUserIDFixed: Bool
    package let name: FieldViewModel
    package let note: FieldViewModel
    /// The place where it will be saved.
    package let place: DisplayText
    package let switchPlace: Action<Void>
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let changed: @MainActor (Fields) -> Void
    package let save: Action<Fields>
    package let cancel: @MainActor () -> Void

    package init(
        title: DisplayText, userID: FieldViewModel, isUserIDFixed: Bool, name: FieldViewModel, note: FieldViewModel,
        place: DisplayText, switchPlace: Action<Void>, shouldShowBusy: Bool, busyText: DisplayText,
        shouldShowError: Bool, errorText: DisplayText, changed: @escaping @MainActor (Fields) -> Void,
        save: Action<Fields>, cancel: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.userID = userID
        self.isUserIDFixed = isUserIDFixed
        self.name = name
        self.note = note
        self.place = place
        self.switchPlace = switchPlace
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.changed = changed
        self.save = save
        self.cancel = cancel
    }
}
