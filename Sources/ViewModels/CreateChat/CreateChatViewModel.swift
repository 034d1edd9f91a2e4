/// The form for a new chat, with a person or a group. Who could be meant while one types is ``AutocompleteContactViewModel``.
package struct CreateChatViewModel {
    package let title: DisplayText
    /// Whether there is a name to be given: of a chat that is there nobody asks for one.
    package let asksForName: Bool
    /// What a group is called.
    package let name: FieldViewModel
    /// Where people are added.
    package let person: FieldViewModel
    package let members: [MemberViewModel]
    /// Whether what is said there will be encrypted, and the key that decides it; empty where nothing can be.
    package let encryption: DisplayText
    package let switchEncryption: Action<Void>
    /// Whether ``switchEncryption`` takes it back.
    package var isEncrypted = false
    /// What Enter makes of the members.
    package let hint: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let named: @MainActor (String) -> Void
    package let changed: @MainActor (String) -> Void
    /// Adds whom the text means best.
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
