import ViewModels

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
            let models = parts.models
            return EditContactViewModelBuilder(
                form: models.editContact,
                check: ContactCheck(
                    of: models.editContact, contacts: models.contacts, ownUserID: models.account.userID),
                ownUserID: models.account.userID, queue: parts.queue
            ).build()
        }
    }
}
