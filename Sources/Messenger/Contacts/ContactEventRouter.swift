import Conversations
import ViewModels

/// The way in for all that happens to contacts.
@MainActor
struct ContactEventRouter: EventRouter {
    struct Models {
        let contacts: ContactModel
        let chatList: ChatListModel
        let timeline: TimelineModel
        let navigation: NavigationModel
    }

    private let models: Models
    private let book: ContactBookEndpoint
    private let contacts: ContactEndpoint
    private let handler: ContactEventHandler
    private let queue: EventQueue

    func route(_ event: ContactEvent) {
        switch event {
        case .shown:
            models.contacts.begin()
            models.navigation.show(.contacts)
            book.load()
            handler.shown()
        case .loaded(let known):
            models.contacts.load(known)
            let names = models.contacts.names
            handler.loaded(
                renamesChats: models.chatList.setContactNames(names),
                renamesMembers: models.timeline.setContactNames(names))
        case .arrived:
            book.load()
        case .filtered(let text):
            models.contacts.filter(by: text)
            handler.contactsChanged()
        case .opened(let contact):
            open(contact)
        case .deleting(let id):
            delete(id)
            handler.contactsChanged()
        case .deleted(let id):
            models.contacts.remove(id)
            book.remove(id)
            handler.contactsChanged()
        case .failedDeleting(let id, let reason):
            models.contacts.fail(reason, id: id)
            handler.contactsChanged()
        }
    }

    private func open(_ contact: Contact) {
        if let chat = models.chatList.directChat(with: contact.userID) {
            queue.post(ChatEvent.opened(chatID: chat.id))
        } else {
            let name = contact.name.isEmpty ? nil : contact.name
            queue.post(CreateChatEvent.started(with: ChatPerson(userID: contact.userID, displayName: name)))
        }
    }

    /// This device's are its own to delete; the account's are the homeserver's to forget first.
    private func delete(_ id: Contact.ID) {
        switch id.place {
        case .device:
            models.contacts.remove(id)
            book.remove(id)
        case .account:
            models.contacts.setBusy(id)
            contacts.delete(id)
        }
    }
}

extension ContactEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                contacts: models.contacts, chatList: models.chatList, timeline: models.timeline,
                navigation: models.navigation),
            book: session.book, contacts: session.contacts, handler: ContactEventHandler(session.handlers),
            queue: session.queue)
    }
}
