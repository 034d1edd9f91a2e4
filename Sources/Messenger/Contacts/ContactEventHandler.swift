/// Tells the screen what changed about contacts.
@MainActor
final class ContactEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func shown() {
        raiser.raiseNavigation()
        raiser.raiseContacts()
    }

    func contactsChanged() { raiser.raiseContacts() }

    /// What people and chats are called, who is suggested for a new chat, and what a form says of a Matrix ID, changes with
    /// them.
    func loaded() {
        raiser.raiseAll()
        raiser.raiseContacts()
        raiser.raiseSuggestions()
        raiser.raiseEditContact()
        raiser.raiseChatDetails()
    }
}
