import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the list of contacts. The row of a contact is built when it is shown.
struct ContactListViewModelBuilder: Equatable {
    let contacts: [Contact]
    let isLoaded: Bool
    let filter: String
    let revision: Int
    let busy: Set<Contact.ID>
    let errors: [Contact.ID: FailureReason]
    /// The Matrix IDs of the people with a direct chat.
    let partners: Set<String>
    let queue: EventQueue

    func build() -> ContactListViewModel {
        ContactListViewModel(
            title: title,
            filter: FieldViewModel(
                label: .empty, placeholder: .words("contacts.type-to-find"), text: filter, revision: revision),
            count: contacts.count, contact: { contact(contacts[$0]) }, shouldShowBusy: !isLoaded,
            busyText: .words("contacts.loading-contacts"),
            emptyText: filter.isEmpty
                ? .words("contacts.no-contacts-yet") : .words("contacts.no-contact-is-found-by-that"),
            filtered: { [queue] in queue.post(ContactEvent.filtered(text: $0)) },
            add: .available { [queue] in queue.post(EditContactEvent.adding(nil)) },
            cancel: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var title: DisplayText {
        guard isLoaded, !contacts.isEmpty else { return .words("contacts.contacts") }
        return .words("contacts.title-with-count", count: contacts.count)
    }

    private func contact(_ contact: Contact) -> any ContactViewModel {
        let name = DisplayText(sanitizing: KnownContact.name(of: contact))
        let detail = DisplayText(sanitizing: contact.userID)
        let note = DisplayText(sanitizing: contact.note)
        let open = Action<Void>.available { [queue] in queue.post(ContactEvent.opened(contact)) }
        let edit = Action<Void>.available { [queue] in queue.post(EditContactEvent.editing(contact)) }
        let delete = Action<Void>.available { [queue] in queue.post(ContactEvent.deleting(contact.id)) }
        switch contact.place {
        case .device:
            return LocalContactViewModel(
                name: name, detail: detail, note: note, hasChat: partners.contains(contact.userID), open: open,
                edit: edit, delete: delete)
        case .account:
            let isBusy = busy.contains(contact.id)
            let error = errors[contact.id].map { String.words("contacts.not-deleted", ["reason": $0.text]) }
            let inTheWay = Action<Void>.unavailable(.words("contacts.is-being-deleted"))
            return RemoteContactViewModel(
                name: name, detail: detail, note: note,
                place: contact.isFromChatAlone ? .words("contacts.from-your-chat") : .words("contacts.in-your-account"),
                hasChat: partners.contains(contact.userID), shouldShowBusy: isBusy, shouldShowError: error != nil,
                errorText: DisplayText(sanitizing: error ?? ""), open: open, edit: isBusy ? inTheWay : edit,
                delete: isBusy ? inTheWay : delete)
        }
    }
}

extension ContactListViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let contacts = screen.state.contacts
        self.init(
            contacts: contacts.shown, isLoaded: contacts.isLoaded, filter: contacts.filter,
            revision: contacts.revision, busy: contacts.busy, errors: contacts.errors,
            partners: screen.state.chatList.directPartners, queue: screen.queue)
    }
}
