import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the form for a new chat.
struct CreateChatViewModelBuilder {
    let form: CreateChatContent
    let queue: EventQueue

    func build() -> CreateChatViewModel {
        var model = CreateChatViewModel(
            title: form.chatName.map { .words("create-chat.invite-to", ["chat": $0]) }
                ?? .words("create-chat.new-chat"),
            asksForName: form.chatName == nil,
            name: FieldViewModel(
                label: .words("create-chat.group-name"),
                placeholder: .words("create-chat.group-name-placeholder"), text: form.name,
                revision: form.nameRevision),
            person: FieldViewModel(
                label: form.chatName == nil ? .words("create-chat.with-whom") : .words("create-chat.whom-to-invite"),
                text: form.text.text, revision: form.text.revision),
            members: form.members.map(member), encryption: encryption, switchEncryption: switchEncryption, hint: hint,
            shouldShowBusy: form.isBusy,
            busyText: form.joining.map { .words("join.joining", ["chat": $0.name]) }
                ?? (form.chatName == nil ? .words("create-chat.making-the-chat") : .words("create-chat.inviting")),
            shouldShowError: form.error != nil, errorText: form.error?.text ?? .empty,
            named: { [queue] in queue.post(CreateChatEvent.changing(.name($0))) },
            changed: { [queue] in queue.post(CreateChatEvent.changed(text: $0)) },
            add: form.isBusy
                ? .unavailable(busyReason)
                : .available { [queue] in queue.post(CreateChatEvent.adding(text: $0, person: nil)) },
            create: form.isBusy
                ? .unavailable(busyReason) : .available { [queue] in queue.post(CreateChatEvent.creatingChat) },
            cancel: { [queue] in queue.post(NavigationEvent.back) })
        model.isEncrypted = form.isEncrypted
        return model
    }

    private var busyReason: DisplayText {
        form.chatName == nil ? .words("create-chat.chat-is-being-made") : .words("server.being-asked")
    }

    private func member(_ person: ChatPerson) -> MemberViewModel {
        MemberViewModel(
            name: DisplayText(sanitizing: Naming.person(person)),
            remove: form.isBusy
                ? .unavailable(busyReason)
                : .available { [queue] in queue.post(CreateChatEvent.removing(userID: person.userID)) })
    }

    /// Whether it is a direct chat, which is encrypted without a decision of the user.
    private var isOfTwo: Bool { form.encryptsItself && !form.members.isEmpty }

    private var encryption: DisplayText {
        guard form.canEncrypt else { return .empty }
        if isOfTwo { return .words("create-chat.two-are-encrypted") }
        if form.isEncrypted { return .words("create-chat.is-encrypted") }
        // The chat becomes a direct chat with the first person who is added, unless the user makes it a group.
        let mayBeOfTwo = form.members.isEmpty && form.name.trimmed.isEmpty
        return mayBeOfTwo ? .words("create-chat.two-are-encrypted") : .words("create-chat.is-not-encrypted")
    }

    private var switchEncryption: Action<Void> {
        if !form.canEncrypt { return .unavailable(.words("create-chat.nothing-is-encrypted-here")) }
        if form.isBusy { return .unavailable(busyReason) }
        if isOfTwo { return .unavailable(.words("create-chat.two-are-encrypted")) }
        return .available { [queue] in queue.post(CreateChatEvent.changing(.encryption)) }
    }

    private var hint: DisplayText {
        guard let first = form.members.first else { return .empty }
        if form.isDirect {
            return DisplayText(
                sanitizing: .words("create-chat.starts-chat", ["person": Naming.person(first)]))
        }
        let name = form.name.trimmed
        if form.chatName != nil {
            return .words("create-chat.enter-invites", ["people": Naming.list(form.members.map(Naming.person))])
        }
        let who = Naming.list(form.members.map(Naming.person))
        return name.isEmpty
            ? .words("create-chat.makes-a-group", ["people": who])
            : .words("create-chat.makes-the-group", ["name": name, "people": who])
    }
}

/// A snapshot of the content of the form for a new chat.
struct CreateChatContent: Equatable, Sendable {
    let members: [ChatPerson]
    /// The name of the chat that people are invited to; `nil` for a new one.
    let chatName: String?
    let name: String
    let nameRevision: Int
    let text: HandedText
    /// Whether the chat is a direct chat.
    let isDirect: Bool
    /// Whether the chat will be encrypted, if the user decides about that.
    let isEncrypted: Bool
    let encryptsItself: Bool
    /// Whether this program supports encryption.
    let canEncrypt: Bool
    let isBusy: Bool
    let joining: RoomAddress?
    let error: CreateChatUnavailableReason?
}

extension CreateChatContent {
    @MainActor
    init(_ state: SessionState, canEncrypt: Bool) {
        let chatID = state.createChat.purpose.chatID
        self.init(
            state.createChat, chatName: chatID.map { state.chatList.chats[$0].map(Naming.chat) ?? "" },
            canEncrypt: canEncrypt)
    }

    init(_ form: CreateChatModel, chatName: String?, canEncrypt: Bool) {
        self.init(
            members: form.members, chatName: chatName, name: form.name, nameRevision: form.nameRevision,
            text: HandedText(text: form.text, revision: form.textRevision), isDirect: form.isDirect,
            isEncrypted: form.isEncrypted,
            encryptsItself: form.encryptsItself, canEncrypt: canEncrypt && chatName == nil, isBusy: form.isBusy,
            joining: form.joining, error: form.error)
    }
}
