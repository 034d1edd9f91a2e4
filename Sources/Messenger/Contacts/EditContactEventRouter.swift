import Conversations
import MatrixAPI
import ViewModels

/// Events of the form for a contact.
enum EditContactEvent: RoutedEvent {
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

/// Routes events of the form for a contact.
@MainActor
struct EditContactEventRouter: EventRouter {
    struct Models {
        let editContact: EditContactModel
        let contacts: ContactModel
        let navigation: NavigationModel
        let account: AccountModel
    }

    private let models: Models
    private let book: ContactArchive
    private let contacts: ContactEndpoint
    private let handlers: SessionHandlers

    func route(_ event: EditContactEvent) {
        switch event {
        case .adding(let person):
            begin(person)
            showScreen()
        case .editing(let contact):
            begin(contact)
            showScreen()
        case .changed(let fields):
            models.editContact.change(fields)
            handlers.editContact.changed()
        case .switchedPlace:
            models.editContact.switchPlace()
            handlers.editContact.changed()
        case .saving(let fields):
            models.editContact.change(fields)
            save()
            handlers.editContact.changed()
        case .settled(let userID, let contact):
            guard models.editContact.saving == contact else { return }
            save(contact, of: userID)
            handlers.editContact.changed()
        case .saved(let contact):
            if contact.place == .account { book.saveConfirmed(contact) } else { book.load() }
            finish(contact)
            showScreen()
        case .failedSaving(let contact, let reason):
            guard models.editContact.saving == contact else { return }
            models.editContact.fail(.failed(reason))
            handlers.editContact.changed()
        case .cancelled:
            models.navigation.show(models.editContact.origin)
            showScreen()
        }
    }

    private func showScreen() {
        handlers.screenChanged()
        handlers.editContact.changed()
        handlers.contacts.changed()
    }

    /// Opens the form. If the person is a contact already, that contact is shown.
    private func begin(_ person: ChatPerson?) {
        if let kept = person.flatMap({ models.contacts.contact(userID: $0.userID) }) { return begin(kept) }
        // The contacts in memory may be older than those on disk.
        book.load()
        let fields = EditContactViewModel.Fields(
            userID: person?.userID ?? "", name: person?.displayName ?? "", note: "")
        models.editContact.begin(original: nil, fields: fields, from: origin)
        models.navigation.show(.editContact)
    }

    private func begin(_ contact: Contact) {
        let fields = EditContactViewModel.Fields(userID: contact.userID, name: contact.name, note: contact.note)
        models.editContact.begin(original: contact, fields: fields, from: origin)
        models.navigation.show(.editContact)
    }

    private var origin: NavigationViewModel.Screen {
        let screen = models.navigation.screen
        return screen == .editContact ? models.editContact.origin : screen
    }

    private func save() {
        guard !models.editContact.isBusy else { return }
        let check = ContactValidator(
            of: models.editContact, contacts: models.contacts, ownUserID: models.account.userID)
        switch check.contact(in: models.editContact.place) {
        case .failure(let flaw):
            models.editContact.fail(.flaw(flaw))
        case .success(let contact):
            models.editContact.beginSaving(contact)
            if models.editContact.original == nil, contact.userID.contains(where: \.isUppercase),
                let userID = UserID(contact.userID)
            {
                contacts.settle(userID, of: contact)
            } else {
                write(contact)
            }
        }
    }

    /// Saves the contact under the resolved Matrix ID.
    private func save(_ contact: Contact, of userID: UserID) {
        let settled = Contact(
            userID: userID.description, place: contact.place, name: contact.name, note: contact.note)
        if settled != contact, let kept = models.contacts.contact(userID: settled.userID) {
            return models.editContact.fail(.flaw(.alreadyKept(name: KnownContact.name(of: kept))))
        }
        models.editContact.beginSaving(settled)
        write(settled)
    }

    private func write(_ contact: Contact) {
        switch contact.place {
        case .device: book.save(contact)
        case .account: contacts.save(contact)
        }
    }

    /// Closes the form, unless the user left it meanwhile.
    private func finish(_ contact: Contact) {
        guard models.navigation.screen == .editContact, models.editContact.saving == contact else { return }
        models.editContact.finish()
        models.navigation.show(models.editContact.origin)
    }
}

extension EditContactEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                editContact: models.editContact, contacts: models.contacts, navigation: models.navigation,
                account: models.account),
            book: session.book, contacts: session.contacts, handlers: session.handlers)
    }
}
