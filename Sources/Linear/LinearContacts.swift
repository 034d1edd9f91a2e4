import ViewModels

/// Reads the contacts aloud as soon as they are loaded, then returns to the chat. They can still be chosen by number.
@MainActor
final class LinearContacts {
    /// The most contacts read at once. To hear others, the user gives a part of the name.
    private static let most = 100

    private let voice: Announcer
    private let choices: LinearChoices
    private var model: ContactListViewModel?
    private var isNew = false
    /// Whether the contacts are the current screen.
    var isOpen = false
    /// A part of the names to read.
    private var wanted = ""
    /// Called each time the contacts, or a message that there are none, were read aloud.
    var wasRead: () -> Void = {}
    /// Called before a chat is opened, with whether it exists already.
    var opens: (Bool) -> Void = { _ in }

    init(_ contacts: Event<ContactListViewModel>, voice: Announcer, choices: LinearChoices) {
        self.voice = voice
        self.choices = choices
        contacts.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    func begin(with name: String) { (wanted, isNew) = (name.lowercased(), false) }

    func present() {
        guard isOpen, isNew, let model, !model.shouldShowBusy else { return }
        isNew = false
        let contacts = (0..<model.count).map(model.contact).filter { contact in
            wanted.isEmpty || [contact.name, contact.detail].contains { $0.string.lowercased().contains(wanted) }
        }
        if contacts.isEmpty {
            voice.announce(
                wanted.isEmpty ? .words("linear.no-contacts") : .words("contacts.no-contact-is-found-by-that"))
        } else {
            voice.announce(.words("linear.contacts", count: contacts.count))
            choices.announce(contacts.prefix(Self.most).map(row))
            if contacts.count > Self.most { voice.announce(.words("linear.find-contacts")) }
            voice.announce(.words("linear.choose"))
        }
        wasRead()
        model.cancel()
    }

    private func row(_ contact: any ContactViewModel) -> LinearChoices.Row {
        let place: DisplayText = .words(
            contact.hasChat ? "contacts.place-with-chat" : "contacts.place-without-chat",
            ["place": contact.place.string])
        var parts = [SpokenMessage.plain(contact.name), contact.detail, place]
        if !contact.note.isEmpty { parts.append(contact.note.shortened(to: Self.longestNote)) }
        let hasChat = contact.hasChat
        let open = contact.open
        return LinearChoices.Row(
            title: DisplayText(sanitizing: parts.map(\.string).joined(separator: ", ")),
            choose: open.reason.map { .unavailable($0) }
                ?? .available { [weak self] in
                    self?.opens(hasChat)
                    open()
                })
    }

    private static let longestNote = 200
}
