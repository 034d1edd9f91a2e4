import Conversations
import Messenger
import ViewModels

/// A snapshot of the content of the form for a contact.
struct EditContactContent: Equatable, Sendable {
    /// The message for each field.
    struct Words: Equatable {
        let userID: ContactValidator.Word?
        let name: ContactValidator.Word?
        let note: ContactValidator.Word?
    }

    let isNew: Bool
    let fields: EditContactViewModel.Fields
    let words: Words
    let place: Contact.Location
    let revision: Int
    let isBusy: Bool
    let error: EditContactFailureReason?
    let ownUserID: String
}

extension EditContactContent {
    @MainActor
    init(_ state: SessionState) {
        let (form, ownUserID) = (state.editContact, state.account.userID)
        let check = ContactValidator(of: form, contacts: state.contacts, ownUserID: ownUserID)
        self.init(
            isNew: form.original == nil, fields: form.fields,
            words: Words(userID: check.userID, name: check.name, note: check.note),
            place: form.place, revision: form.revision, isBusy: form.isBusy, error: form.error, ownUserID: ownUserID)
    }
}
