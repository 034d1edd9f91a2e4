/// Tells the screen what changed about contacts.
@MainActor
struct ContactEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    func shown() {
        all.navigation.changed()
        all.contacts.changed()
    }

    func contactsChanged() { all.contacts.changed() }

    /// Who is suggested for a new chat, and what a form says of a Matrix ID, changes with them.
    ///
    /// - Parameters:
    ///   - renamesChats: whether chats or people of the list are called otherwise.
    ///   - renamesMembers: whether people of the open chat are.
    func loaded(renamesChats: Bool, renamesMembers: Bool) {
        all.contacts.changed()
        all.createChat.suggestionsChanged()
        all.editContact.changed()
        if renamesChats {
            all.chatsChanged()
            all.chatDetails.changed()
            all.invitation.changed()
        }
        if renamesChats || renamesMembers {
            all.timeline.changed()
            all.timeline.typingChanged()
            all.composer.changed()
        }
    }
}
