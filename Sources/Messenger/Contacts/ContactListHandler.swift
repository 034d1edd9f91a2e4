import ViewModels

/// Shows the list of contacts.
@MainActor
final class ContactListHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.models.navigation.screen == .contacts else { return }
        parts.events.contacts.raise { [parts] in
            let contacts = parts.models.contacts
            return ContactListViewModelBuilder(
                contacts: contacts.shown, isLoaded: contacts.isLoaded, filter: contacts.filter,
                revision: contacts.revision, busy: contacts.busy, errors: contacts.errors,
                partners: parts.models.chatList.directPartners, queue: parts.queue
            ).build()
        }
    }
}

/// Shows the form for a contact.
@MainActor
final class EditContactHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.models.navigation.screen == .editContact else { return }
        parts.events.editContact.raise { [parts] in
            EditContactViewModelBuilder(form: EditContactContent(parts.models), queue: parts.queue).build()
        }
    }
}
