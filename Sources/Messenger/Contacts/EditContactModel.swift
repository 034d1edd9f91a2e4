import Conversations
import ViewModels

/// The form for a contact.
@MainActor
final class EditContactModel {
    /// The contact that is changed, `nil` for a new one.
    private(set) var original: Contact?
    private(set) var fields = EditContactViewModel.Fields(userID: "", name: "", note: "")
    private(set) var place = Contact.Place.account
    private(set) var revision = 0
    private(set) var isBusy = false
    private(set) var error: EditContactProblem?
    /// Where one came from.
    private(set) var origin = NavigationViewModel.Screen.contacts

    func begin(
        original: Contact?, fields: EditContactViewModel.Fields, from origin: NavigationViewModel.Screen
    ) {
        self.original = original
        self.fields = fields
        self.origin = origin
        place = original?.place ?? .account
        revision += 1
        isBusy = false
        error = nil
    }

    func change(_ fields: EditContactViewModel.Fields) {
        self.fields = fields
        error = nil
    }

    func switchPlace() {
        place = place == .account ? .device : .account
        error = nil
    }

    func beginSaving() {
        isBusy = true
        error = nil
    }

    func finish() { isBusy = false }

    func fail(_ problem: EditContactProblem) {
        isBusy = false
        error = problem
    }
}
