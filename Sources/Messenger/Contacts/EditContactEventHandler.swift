/// Tells the screen what changed about the form for a contact.
@MainActor
struct EditContactEventHandler {
    private let form: EditContactHandler
    private let contacts: ContactListHandler
    private let navigation: NavigationHandler

    init(_ handlers: SessionHandlers) {
        form = handlers.editContact
        contacts = handlers.contacts
        navigation = handlers.navigation
    }

    func screenChanged() {
        navigation.changed()
        form.changed()
        contacts.changed()
    }

    func formChanged() { form.changed() }
}
