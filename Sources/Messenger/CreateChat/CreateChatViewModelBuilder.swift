import Conversations
import ViewModels

/// Makes the form for a new chat.
struct CreateChatViewModelBuilder {
    let form: CreateChatContent
    let queue: EventQueue

    func build() -> CreateChatViewModel {
        CreateChatViewModel(
            title: "New chat",
            name: FieldViewModel(
                label: "Name, if it is to be a group", placeholder: "a group may stay without one", text: form.name,
                revision: form.nameRevision),
            person: FieldViewModel(
                label: "With whom? A name or a Matrix ID", text: form.text, revision: form.textRevision),
            members: form.members.map(member), hint: hint, shouldShowBusy: form.isBusy, busyText: "Making the chat…",
            shouldShowError: form.error != nil, errorText: DisplayText(sanitizing: form.error ?? ""),
            named: { [queue] in queue.post(CreateChatEvent.named($0)) },
            changed: { [queue] in queue.post(CreateChatEvent.changed(text: $0)) },
            add: form.isBusy
                ? .unavailable(busyReason)
                : .available { [queue] in queue.post(CreateChatEvent.adding(text: $0, person: nil)) },
            create: form.isBusy
                ? .unavailable(busyReason) : .available { [queue] in queue.post(CreateChatEvent.creatingChat) },
            cancel: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var busyReason: DisplayText { "The chat is being made" }

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
                sanitizing: "Enter starts a chat with \(Naming.person(first)); more people make it a group.")
        }
        let name = form.name.trimmed
        let who = Naming.list(form.members.map(Naming.person))
        return DisplayText(sanitizing: "Enter makes \(name.isEmpty ? "a group" : "the group “\(name)”") with \(who).")
    }
}
