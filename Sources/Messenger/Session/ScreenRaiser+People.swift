import ViewModels

extension ScreenRaiser {
    func raiseCreateChat() {
        events.createChat.raise { [self] in CreateChatViewModelBuilder(form: models.createChat, queue: queue).build() }
    }

    func raiseSuggestions() {
        guard models.navigation.screen == .createChat else { return }
        events.suggestions.raise { [self] in
            AutocompleteContactViewModelBuilder(
                text: models.createChat.text,
                suggestions: SuggestionFinder(
                    for: models.createChat, contacts: models.contacts, ownUserID: models.account.userID
                ).find(), directory: models.createChat.directory,
                hasMembers: !models.createChat.members.isEmpty, ownUserID: models.account.userID
            ).build { [queue, models] person in
                queue.post(CreateChatEvent.adding(text: models.createChat.text, person: person))
            }
        }
    }

    func raiseContacts() {
        guard models.navigation.screen == .contacts else { return }
        events.contacts.raise { [self] in
            ContactListViewModelBuilder(
                contacts: models.contacts.shown, isLoaded: models.contacts.isLoaded, filter: models.contacts.filter,
                revision: models.contacts.revision, busy: models.contacts.busy, errors: models.contacts.errors,
                partners: models.chatList.directPartners, queue: queue
            ).build()
        }
    }

    func raiseEditContact() {
        guard models.navigation.screen == .editContact else { return }
        events.editContact.raise { [self] in
            EditContactViewModelBuilder(
                form: models.editContact,
                check: ContactCheck(
                    of: models.editContact, contacts: models.contacts, ownUserID: models.account.userID),
                ownUserID: models.account.userID, queue: queue
            ).build()
        }
    }
}
