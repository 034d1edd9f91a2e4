import Conversations
import MatrixAPI
import ViewModels

/// Routes events of the form for a contact.
@MainActor
struct EditContactEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: EditContactEvent) {
        switch event {
        case .adding(let person):
            begin(person)
        case .editing(let contact):
            begin(contact)
        case .changed(let fields):
            state.editContact.change(fields)
        case .switchedPlace:
            state.editContact.switchPlace()
        case .saving(let fields):
            state.editContact.change(fields)
            save()
        case .settled(let userID, let contact):
            guard state.editContact.saving == contact else { return }
            save(contact, of: userID)
        case .saved(let contact):
            if contact.place == .account { effects.book.saveConfirmed(contact) } else { effects.book.load() }
            finish(contact)
        case .failedSaving(let contact, let reason):
            guard state.editContact.saving == contact else { return }
            state.editContact.fail(.failed(reason))
        case .cancelled:
            state.navigation.show(state.editContact.origin)
        }
    }

    /// Opens the form. If the person is a contact already, that contact is shown.
    private func begin(_ person: ChatPerson?) {
        if let kept = person.flatMap({ state.contacts.contact(userID: $0.userID) }) { return begin(kept) }
        // The contacts in memory may be older than those on disk.
        effects.book.load()
        let fields = EditContactViewModel.Fields(
            userID: person?.userID ?? "", name: person?.displayName ?? "", note: "")
        state.editContact.begin(original: nil, fields: fields, from: origin)
        state.navigation.show(.editContact)
    }

    private func begin(_ contact: Contact) {
        let fields = EditContactViewModel.Fields(userID: contact.userID, name: contact.name, note: contact.note)
        state.editContact.begin(original: contact, fields: fields, from: origin)
        state.navigation.show(.editContact)
    }

    private var origin: NavigationViewModel.Screen {
        let screen = state.navigation.screen
        return screen == .editContact ? state.editContact.origin : screen
    }

    private func save() {
        guard !state.editContact.isBusy else { return }
        let check = ContactValidator(
            of: state.editContact, contacts: state.contacts, ownUserID: state.account.userID)
        switch check.contact(in: state.editContact.place) {
        case .failure(let flaw):
            state.editContact.fail(.flaw(flaw))
        case .success(let contact):
            state.editContact.beginSaving(contact)
            if state.editContact.original == nil, contact.userID.contains(where: \.isUppercase),
                let userID = UserID(contact.userID)
            {
                effects.contacts.settle(userID, of: contact)
            } else {
                write(contact)
            }
        }
    }

    /// Saves the contact under the resolved Matrix ID.
    private func save(_ contact: Contact, of userID: UserID) {
        let settled = Contact(
            userID: userID.description, place: contact.place, name: contact.name, note: contact.note)
        if settled != contact, let kept = state.contacts.contact(userID: settled.userID) {
            return state.editContact.fail(.flaw(.alreadyKept(name: KnownContact.name(of: kept))))
        }
        state.editContact.beginSaving(settled)
        write(settled)
    }

    private func write(_ contact: Contact) {
        switch contact.place {
        case .device: effects.book.save(contact)
        case .account: effects.contacts.save(contact)
        }
    }

    /// Closes the form, unless the user left it meanwhile.
    private func finish(_ contact: Contact) {
        guard state.navigation.screen == .editContact, state.editContact.saving == contact else { return }
        state.editContact.finish()
        state.navigation.show(state.editContact.origin)
    }
}
