import Conversations
import Engine
import MatrixAPI
import Messenger
import ViewModels

/// Builds the form for a contact.
struct EditContactViewModelBuilder {
    let form: EditContactContent
    let queue: EventQueue

    func build() -> EditContactViewModel {
        EditContactViewModel(
            title: form.isNew ? .words("contacts.new-contact") : .words("contacts.edit-contact"),
            userID: field(
                .words("contacts.matrix-id"), form.fields.userID, form.words.userID,
                placeholder: DisplayText(sanitizing: "@bo:\(UserID(form.ownUserID)?.server ?? "example.org")")),
            isUserIDFixed: !form.isNew, name: field(.words("chat-details.name"), form.fields.name, form.words.name),
            note: field(
                .words("contacts.note"), form.fields.note, form.words.note,
                placeholder: .words("contacts.for-your-eyes-alone")), place: place,
            switchPlace: switchPlace, shouldShowBusy: form.isBusy, busyText: .words("contacts.keeping-the-contact"),
            shouldShowError: form.error != nil, errorText: DisplayText(sanitizing: form.error?.text ?? ""),
            changed: { [queue] in queue.post(EditContactEvent.changed($0)) },
            save: form.isBusy
                ? .unavailable(.words("contacts.is-being-kept"))
                : .available { [queue] in queue.post(EditContactEvent.saving($0)) },
            cancel: { [queue] in queue.post(EditContactEvent.cancelled) })
    }

    private var place: DisplayText {
        switch form.place {
        case .account: .words("contacts.kept-in-account")
        case .device: .words("contacts.kept-on-this-device-alone")
        }
    }

    private var switchPlace: Action<Void> {
        guard form.isNew else { return .unavailable(.words("contacts.stays-where-it-is")) }
        return .available { [queue] in queue.post(EditContactEvent.switchedPlace) }
    }

    private func field(
        _ label: DisplayText, _ text: String, _ word: ContactValidator.Word?, placeholder: DisplayText = .empty
    ) -> FieldViewModel {
        FieldViewModel(
            label: label, placeholder: placeholder, text: text, revision: form.revision,
            hint: DisplayText(sanitizing: word?.text ?? ""), isWrong: word?.isWrong ?? false)
    }
}

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
