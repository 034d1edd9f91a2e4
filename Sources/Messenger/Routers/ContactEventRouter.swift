import Conversations
import Engine
import ViewModels

/// Routes all events about contacts.
@MainActor
struct ContactEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: ContactEvent) {
        switch event {
        case .shown:
            state.contacts.begin()
            state.navigation.show(.contacts)
            effects.book.load()
        case .loaded(let known):
            state.contacts.load(known)
            let names = state.contacts.names
            state.chatList.setContactNames(names)
            state.timeline.setContactNames(names)
        case .filtered(let text):
            state.contacts.filter(by: text)
        case .opened(let contact):
            open(contact)
        case .deleting(let id):
            delete(id)
        case .deleted(let id):
            state.contacts.remove(id)
            effects.book.remove(id)
        case .failedDeleting(let id, let reason):
            state.contacts.fail(reason, id: id)
        }
    }

    private func open(_ contact: Contact) {
        if let chat = state.chatList.directChat(with: contact.userID) {
            queue.post(ChatEvent.opened(chatID: chat.id))
        } else {
            let name = contact.name.isEmpty ? nil : contact.name
            queue.post(CreateChatEvent.started(with: ChatPerson(userID: contact.userID, displayName: name)))
        }
    }

    /// Deletes a contact. This device's contacts are deleted here, and the account's contacts on the homeserver
    /// first.
    private func delete(_ id: Contact.ID) {
        switch id.place {
        case .device:
            state.contacts.remove(id)
            effects.book.remove(id)
        case .account:
            state.contacts.setBusy(id)
            effects.contacts.delete(id)
        }
    }
}
