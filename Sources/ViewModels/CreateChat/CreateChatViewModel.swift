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
