package import Conversations
package import Engine
package import MatrixAPI
package import ViewModels

/// Events of the form for a contact.
package enum EditContactEvent: RoutedEvent {
    /// The user adds a contact, for a certain person if one is given.
    case adding(ChatPerson?)
    case editing(Contact)
    case changed(EditContactViewModel.Fields)
    case switchedPlace
    case saving(EditContactViewModel.Fields)
    /// A typed Matrix ID with capitals was resolved to this one.
    case settled(UserID, Contact)
    case saved(Contact)
    case failedSaving(Contact, FailureReason)
    case cancelled
}

/// The form for a contact.
package struct EditContactModel {
    /// The contact that is edited; `nil` for a new one.
    package private(set) var original: Contact?
    package private(set) var fields = EditContactViewModel.Fields(userID: "", name: "", note: "")
    package private(set) var place = Contact.Location.account
    package private(set) var revision = 0
    /// The contact that is being saved. Answers about other contacts are ignored.
    private(set) var saving: Contact?
    package private(set) var error: EditContactFailureReason?
    /// The screen to return to.
    private(set) var origin = NavigationViewModel.Screen.contacts

    mutating func begin(
        original: Contact?, fields: EditContactViewModel.Fields, from origin: NavigationViewModel.Screen
    ) {
        self.original = original
        self.fields = fields
        self.origin = origin
        place = original?.place ?? .account
        revision += 1
        saving = nil
        error = nil
    }

    mutating func change(_ fields: EditContactViewModel.Fields) {
        self.fields = fields
        error = nil
    }

    mutating func switchPlace() {
        place = place == .account ? .device : .account
        error = nil
    }

    package var isBusy: Bool { saving != nil }

    mutating func beginSaving(_ contact: Contact) {
        saving = contact
        error = nil
    }

    mutating func finish() { saving = nil }

    mutating func fail(_ problem: EditContactFailureReason) {
        saving = nil
        error = problem
    }
}
