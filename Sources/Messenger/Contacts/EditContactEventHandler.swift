/// Tells the screen what changed about the form for a contact.
@MainActor
final class EditContactEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func screenChanged() {
        raiser.raiseNavigation()
        raiser.raiseEditContact()
        raiser.raiseContacts()
    }

    func formChanged() { raiser.raiseEditContact() }
}
