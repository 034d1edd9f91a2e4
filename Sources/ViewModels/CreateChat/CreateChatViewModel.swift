/// The form for a new chat, with a person or a group. Suggestions while typing are in
/// ``AutocompleteContactViewModel``.
package struct CreateChatViewModel {
    package let title: DisplayText
    /// Whether to ask for a name; it isn't asked for in an existing chat.
    package let asksForName: Bool
    /// The name of a group.
    package let name: FieldViewModel
    /// The field for adding people.
    package let person: FieldViewModel
    package let members: [MemberViewModel]
    /// Whether the chat will be encrypted, and the key that changes it; empty if encryption is unavailable.
    package let encryption: DisplayText
    package let switchEncryption: Action<Void>
    /// Whether ``switchEncryption`` turns encryption off.
    package var isEncrypted = false
    /// The effect of Enter with the current members.
    package let hint: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let named: @MainActor (String) -> Void
    package let changed: @MainActor (String) -> Void
    /// Adds the best match for the text.
    package let add: Action<String>
    package let create: Action<Void>
    package let cancel: @MainActor () -> Void

    package init(
        title: DisplayText, asksForName: Bool = true, name: FieldViewModel, person: FieldViewModel,
        members: [MemberViewModel],
        encryption: DisplayText = .empty,
        switchEncryption: Action<Void> = .unavailable(.words("create-chat.nothing-is-encrypted-here")),
        hint: DisplayText, shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool, errorText: DisplayText,
        named: @escaping @MainActor (String) -> Void, changed: @escaping @MainActor (String) -> Void,
        add: Action<String>, create: Action<Void>, cancel: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.asksForName = asksForName
        self.name = name
        self.person = person
        self.members = members
        self.encryption = encryption
        self.switchEncryption = switchEncryption
        self.hint = hint
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.named = named
        self.changed = changed
        self.add = add
        self.create = create
        self.cancel = cancel
    }
}

/// A person added to a new chat.
package struct MemberViewModel {
    package let name: DisplayText
    package let remove: Action<Void>

    package init(name: DisplayText, remove: Action<Void>) {
        self.name = name
        self.remove = remove
    }
}

/// Suggested people for the text in the form for a new chat. It changes with every key, while the form stays the
/// same.
package struct AutocompleteContactViewModel {
    package struct Item {
        package let name: DisplayText
        /// The Matrix ID, and the source of the suggestion.
        package let detail: DisplayText
        /// Adds the person.
        package let choose: @MainActor () -> Void

        package init(name: DisplayText, detail: DisplayText, choose: @escaping @MainActor () -> Void) {
            self.name = name
            self.detail = detail
            self.choose = choose
        }
    }

    /// The text that the suggestions belong to.
    package let text: String
    package let count: Int
    /// Creates a row when it is shown. Later results are added below existing ones, except for the row of the typed
    /// ID.
    package let item: @MainActor (Int) -> Item
    /// The row that Enter accepts if none was selected; `nil` for none.
    package let best: Int?
    /// The row of the typed Matrix ID, which stays last.
    package let typed: Int?
    package let hint: DisplayText
    /// Whether the hint is an error.
    package let isWrong: Bool
    package let shouldShowBusy: Bool
    package let busyText: DisplayText

    package init(
        text: String, count: Int, item: @escaping @MainActor (Int) -> Item, best: Int?, typed: Int?, hint: DisplayText,
        isWrong: Bool, shouldShowBusy: Bool, busyText: DisplayText
    ) {
        self.text = text
        self.count = count
        self.item = item
        self.best = best
        self.typed = typed
        self.hint = hint
        self.isWrong = isWrong
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
    }
}
