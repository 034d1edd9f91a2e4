import Conversations
import ViewModels

/// Makes the form for a new chat.
struct CreateChatViewModelBuilder {
    let form: CreateChatContent
    let queue: EventQueue

    func build() -> CreateChatViewModel {
        CreateChatViewModel(
            title: .words("create-chat.new-chat"),
            name: FieldViewModel(
                label: .words("create-chat.group-name"),
                placeholder: .words("create-chat.group-name-placeholder"), text: form.name,
                revision: form.nameRevision),
            person: FieldViewModel(
                label: .words("create-chat.with-whom"), text: form.text, revision: form.textRevision),
            members: form.members.map(member), hint: hint, shouldShowBusy: form.isBusy,
            busyText: .words("create-chat.making-the-chat"),
            shouldShowError: form.error != nil, errorText: DisplayText(sanitizing: form.error?.text ?? ""),
            named: { [queue] in queue.post(CreateChatEvent.named($0)) },
            changed: { [queue] in queue.post(CreateChatEvent.changed(text: $0)) },
            add: form.isBusy
                ? .unavailable(busyReason)
                : .available { [queue] in queue.post(CreateChatEvent.adding(text: $0, person: nil)) },
            create: form.isBusy
                ? .unavailable(busyReason) : .available { [queue] in queue.post(CreateChatEvent.creatingChat) },
            cancel: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var busyReason: DisplayText { .words("create-chat.chat-is-being-made") }

    private func member(_ person: ChatPerson) -> MemberViewModel {
        MemberViewModel(
            name: DisplayText(sanitizing: Naming.person(person)),
            remove: form.isBusy
                ? .unavailable(busyReason)
                : .available { [queue] in queue.post(CreateChatEvent.removing(userID: person.userID)) })
    }

    private var hint: DisplayText {
        guard let first = form.members.first else { return .empty }
        if form.isDirect {
            return DisplayText(
                sanitizing: .words("create-chat.starts-chat", ["person": Naming.person(first)]))
        }
        let name = form.name.trimmed
        let who = Naming.list(form.members.map(Naming.person))
        return name.isEmpty
            ? .words("create-chat.makes-a-group", ["people": who])
            : .words("create-chat.makes-the-group", ["name": name, "people": who])
    }
}
