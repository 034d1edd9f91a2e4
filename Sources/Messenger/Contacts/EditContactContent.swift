import Conversations
import ViewModels

/// A snapshot of the content of the form for a contact.
struct EditContactContent: Sendable {
    let isNew: Bool
    let fields: EditContactViewModel.Fields
    /// The message for each field.
    let words: (userID: ContactCheck.Word?, name: ContactCheck.Word?, note: ContactCheck.Word?)
    let place: Contact.Place
    let revision: Int
    let isBusy: Bool
    let error: EditContactProblem?
    let ownUserID: String
}

extension EditContactContent {
    @MainActor
    init(_ models: SessionModels) {
        let (form, ownUserID) = (models.editContact, models.account.userID)
        let check = ContactCheck(of: form, contacts: models.contacts, ownUserID: ownUserID)
        self.init(
            isNew: form.original == nil, fields: form.fields, words: (check.userID, check.name, check.note),
            place: form.place, revision: form.revision, isBusy: form.isBusy, error: form.error, ownUserID: ownUserID)
    }
}
