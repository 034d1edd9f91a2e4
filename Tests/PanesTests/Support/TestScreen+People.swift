import ViewModels

extension TestScreen {
    /// Shows the form for a new chat with these members.
    func raiseCreateChat(
        members: [String] = [], hint: DisplayText = "", error: DisplayText = "", isBusy: Bool = false,
        textRevision: Int = 1
    ) {
        let model = CreateChatViewModel(
            title: "New chat",
            name: FieldViewModel(
                label: "Name, if it is to be a group", placeholder: "a group may stay without one", text: "",
                revision: 1),
            person: FieldViewModel(label: "With whom? A name or a Matrix ID", text: "", revision: textRevision),
            members: members.map { name in
                MemberViewModel(
                    name: DisplayText(sanitizing: name),
                    remove: .available { [weak self] in self?.asked.append("remove \(name)") })
            },
            encryption: "Not encrypted: " + .key(.switchEncryption) + " encrypts it",
            switchEncryption: action("switchEncryption"),
            hint: hint, shouldShowBusy: isBusy, busyText: "Making the chat…", shouldShowError: !error.isEmpty,
            errorText: error, named: { [weak self] in self?.asked.append("named \($0)") },
            changed: { [weak self] in self?.asked.append("changed \($0)") },
            add: .available { [weak self] in self?.asked.append("add \($0)") }, create: action("create"),
            cancel: { [weak self] in self?.asked.append("cancel") })
        events.createChat.raise { model }
        frames.deliver()
    }

    /// Shows suggestions for a text. Their Matrix IDs are derived from the names.
    func raiseSuggestions(
        _ names: [String], for text: String, hint: DisplayText = "", isWrong: Bool = false, typed: Int? = nil,
        isBusy: Bool = false
    ) {
        let model = AutocompleteContactViewModel(
            text: text, count: names.count,
            item: { [weak self] place in
                self?.asked.append("row \(place)")
                return AutocompleteContactViewModel.Item(
                    name: DisplayText(sanitizing: names[place]),
                    detail: DisplayText(sanitizing: "@\(names[place].lowercased()):example.org"),
                    choose: { [weak self] in self?.asked.append("choose \(names[place])") })
            },
            best: text.isEmpty || names.isEmpty ? nil : 0, typed: typed, hint: hint, isWrong: isWrong,
            shouldShowBusy: isBusy, busyText: "Asking the server…")
        events.suggestions.raise { model }
        frames.deliver()
    }

    func raiseContacts(_ contacts: [any ContactViewModel], filter: String = "", revision: Int = 1) {
        let model = ContactListViewModel(
            title: DisplayText(sanitizing: "Contacts (\(contacts.count))"),
            filter: FieldViewModel(label: "", placeholder: "type to find", text: filter, revision: revision),
            count: contacts.count,
            contact: { [weak self] place in
                self?.asked.append("row \(place)")
                return contacts[place]
            }, shouldShowBusy: false, busyText: "", emptyText: "No contacts yet: F4 adds one",
            filtered: { [weak self] in self?.asked.append("filtered \($0)") }, add: action("add"),
            cancel: { [weak self] in self?.asked.append("cancel") })
        events.contacts.raise { model }
        frames.deliver()
    }

    func raiseEditContact(
        userID: FieldViewModel, isUserIDFixed: Bool = false, name: FieldViewModel, note: FieldViewModel,
        error: DisplayText = ""
    ) {
        let model = EditContactViewModel(
            title: isUserIDFixed ? "Edit contact" : "New contact", userID: userID, isUserIDFixed: isUserIDFixed,
            name: name, note: note, place: "Kept in your account, for all your devices",
            switchPlace: action("switchPlace"), shouldShowBusy: false, busyText: "", shouldShowError: !error.isEmpty,
            errorText: error,
            changed: { [weak self] in self?.asked.append("changed \($0.userID) \($0.name) \($0.note)") },
            save: .available { [weak self] in self?.asked.append("save \($0.userID) \($0.name) \($0.note)") },
            cancel: { [weak self] in self?.asked.append("cancel") })
        events.editContact.raise { model }
        frames.deliver()
    }

    /// The requests, without those to build rows.
    var askedOfPeople: [String] { asked.filter { !$0.hasPrefix("row ") } }

    /// Returns the number of rows built since the last call.
    func takeRowCount() -> Int {
        let count = asked.count { $0.hasPrefix("row ") }
        asked.removeAll { $0.hasPrefix("row ") }
        return count
    }
}
