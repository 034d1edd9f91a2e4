import ViewModels

/// Shows the list of contacts.
@MainActor
final class ContactListHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.state.navigation.screen == .contacts else { return }
        parts.events.contacts.raise { [parts] in
            let contacts = parts.state.contacts
            return ContactListViewModelBuilder(
                contacts: contacts.shown, isLoaded: contacts.isLoaded, filter: contacts.filter,
                revision: contacts.revision, busy: contacts.busy, errors: contacts.errors,
                partners: parts.state.chatList.directPartners, queue: parts.queue
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
        guard parts.state.navigation.screen == .editContact else { return }
        parts.events.editContact.raise { [parts] in
            EditContactViewModelBuilder(form: EditContactContent(parts.state), queue: parts.queue).build()
        }
    }
}
