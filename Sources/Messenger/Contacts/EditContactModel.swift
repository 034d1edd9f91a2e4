import Conversations
import ViewModels

/// The form for a contact.
struct EditContactModel {
    /// The contact that is edited; `nil` for a new one.
    private(set) var original: Contact?
    private(set) var fields = EditContactViewModel.Fields(userID: "", name: "", note: "")
    private(set) var place = Contact.Location.account
    private(set) var revision = 0
    /// The contact that is being saved. Answers about other contacts are ignored.
    private(set) var saving: Contact?
    private(set) var error: EditContactFailureReason?
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

    var isBusy: Bool { saving != nil }

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
