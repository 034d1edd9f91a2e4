import Conversations
import ViewModels

/// Changes of contacts and requests of the user about them.
enum ContactEvent: RoutedEvent {
    /// The user opens the list of contacts.
    case shown
    /// Contacts were loaded from disk, sorted by name.
    case loaded([KnownContact])
    /// A sync changed the contacts on disk.
    case arrived
    case filtered(text: String)
    /// The user opens the chat with a contact.
    case opened(Contact)
    case deleting(Contact.ID)
    case deleted(Contact.ID)
    /// The homeserver did not delete the contact.
    case failedDeleting(Contact.ID, FailureReason)
}

/// Routes all events about contacts.
@MainActor
struct ContactEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects
    let handlers: SessionHandlers

    func route(_ event: ContactEvent) {
        switch event {
        case .shown:
            state.contacts.begin()
            state.navigation.show(.contacts)
            effects.book.load()
            handlers.screenChanged()
            handlers.contacts.changed()
        case .loaded(let known):
            state.contacts.load(known)
            let names = state.contacts.names
            showNames(
                renamesChats: state.chatList.setContactNames(names),
                renamesMembers: state.timeline.setContactNames(names))
        case .arrived:
            effects.book.load()
        case .filtered(let text):
            state.contacts.filter(by: text)
            handlers.contacts.changed()
        case .opened(let contact):
            open(contact)
        case .deleting(let id):
            delete(id)
            handlers.contacts.changed()
        case .deleted(let id):
            state.contacts.remove(id)
            effects.book.remove(id)
            handlers.contacts.changed()
        case .failedDeleting(let id, let reason):
            state.contacts.fail(reason, id: id)
            handlers.contacts.changed()
        }
    }

    /// Updates the names on all screens. Contacts also change the suggestions for a new chat and the messages of
    /// the contact form.
    ///
    /// - Parameters:
    ///   - renamesChats: whether names of chats or people in the list have changed.
    ///   - renamesMembers: whether names of people in the open chat have changed.
    private func showNames(renamesChats: Bool, renamesMembers: Bool) {
        handlers.contacts.changed()
        handlers.createChat.suggestionsChanged()
        handlers.chatDetails.changed()
        handlers.editContact.changed()
        if renamesChats {
            handlers.chatsChanged()
            handlers.invitation.changed()
        }
        if renamesChats || renamesMembers {
            handlers.timeline.changed()
            handlers.timeline.typingChanged()
            handlers.composer.changed()
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
