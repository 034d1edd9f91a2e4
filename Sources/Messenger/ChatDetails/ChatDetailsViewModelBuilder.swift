import Conversations
import ViewModels

/// Makes a chat's details of the models' values.
struct ChatDetailsViewModelBuilder {
    let content: ChatDetailsContent
    let queue: EventQueue

    private var chat: Chat? { content.chat }
    private var ownUserID: String { content.ownUserID }

    func build() -> ChatDetailsViewModel {
        let count = content.members.count
        return ChatDetailsViewModel(
            title: DisplayText(sanitizing: chat.map { Naming.chat($0) } ?? "This chat is gone"), facts: facts,
            memberHeading: DisplayText(sanitizing: count == 1 ? "1 member" : "\(count) members"), memberCount: count,
            member: { [self] in member($0) }, shouldShowBusy: content.isBusy || content.isLoading,
            busyText: content.isBusy ? "Asking the server…" : "Asking who is here…",
            shouldShowError: content.error != nil, errorText: DisplayText(sanitizing: content.error ?? ""),
            field: content.field.map { field($0) }, rename: action(.name, "m.room.name", "rename this chat"),
            setTopic: action(.topic, "m.room.topic", "set its topic"), invite: invite,
            changeNotices: changeNotices,
            back: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var facts: [ChatDetailsViewModel.Fact] {
        guard let chat else { return [] }
        return [
            .init("Name", given(chat.givenName)), .init("Topic", given(chat.topic)),
            .init("Address", given(chat.canonicalAlias)), .init("Room ID", DisplayText(sanitizing: chat.id)),
            .init("Encryption", chat.isEncrypted ? "on: Confab can't read it yet" : "none"),
            .init("Notices", notices(chat.notificationLevel)),
        ] + (chat.tags.isArchived ? [.init("Place", "in the archive; a in the list takes it back")] : [])
    }

    private func notices(_ level: NotificationLevel) -> DisplayText {
        switch level {
        case .all: "of all messages"
        case .mentions: "of mentions alone"
        case .off: "of nothing: muted"
        }
    }

    private func given(_ text: String?) -> DisplayText {
        text.map { DisplayText(sanitizing: $0) } ?? "none"
    }

    private func field(_ field: ChatDetailsField) -> ChatDetailsViewModel.Field {
        let prompt: DisplayText =
            switch field {
            case .name: "The chat's name:"
            case .topic: "What it is about:"
            case .invitation: "Whom to invite? Their Matrix ID:"
            }
        return ChatDetailsViewModel.Field(
            prompt: prompt, text: content.text, revision: content.revision, hint: hint(field),
            changed: { [queue] in queue.post(ChatDetailsEvent.changed(text: $0)) },
            save: content.isBusy
                ? .unavailable("The server is being asked")
                : .available { [queue] in queue.post(ChatDetailsEvent.saving(text: $0)) },
            question: { question(field, text: $0) }, cancel: { [queue] in queue.post(ChatDetailsEvent.editing(nil)) })
    }

    /// A name or topic is for all, and the one before it is gone.
    private func question(_ field: ChatDetailsField, text: String) -> DisplayText {
        switch field {
        case .name: "Name the chat “" + DisplayText(sanitizing: text) + "” for all? y does, Esc doesn't"
        case .topic: "Set this topic for all? y does, Esc doesn't"
        case .invitation: .empty
        }
    }

    private func hint(_ field: ChatDetailsField) -> DisplayText {
        switch field {
        case .name: "Enter gives it to the chat, for all in it; empty takes it away"
        case .topic: "Enter sets it, for all in the chat; empty takes it away"
        case .invitation:
            switch ChatPartner(text: content.text, ownUserID: ownUserID) {
            case .valid(let userID): DisplayText(sanitizing: "Enter invites \(userID)")
            case .incomplete(let what), .wrong(let what): DisplayText(sanitizing: what)
            }
        }
    }
}

extension ChatDetailsViewModelBuilder {
    private func action(_ field: ChatDetailsField, _ type: String, _ what: DisplayText) -> Action<Void> {
        if let reason = closed ?? own.lack(toSet: type, what) { return .unavailable(reason) }
        return .available { [queue] in queue.post(ChatDetailsEvent.editing(field)) }
    }

    private var invite: Action<Void> {
        if let reason = closed ?? own.lackToInvite { return .unavailable(reason) }
        return .available { [queue] in queue.post(ChatDetailsEvent.editing(.invitation)) }
    }

    private var changeNotices: Action<Void> {
        guard let chat, chat.membership == .joined else { return .unavailable("You are not in this chat any more") }
        let levels = NotificationLevel.allCases
        let place = levels.firstIndex(of: chat.notificationLevel) ?? 0
        let next = levels[(place + 1) % levels.count]
        return .available { [queue] in
            queue.post(ChatTaskEvent.asked(.set(.notifications(next), chatID: chat.id)))
        }
    }

    private var own: OwnPower { OwnPower(power: content.power, userID: ownUserID) }

    /// Why nothing of the chat can be changed now.
    private var closed: DisplayText? {
        if chat?.membership != .joined { return "You are not in this chat any more" }
        return content.isBusy ? "The server is being asked" : nil
    }

    private func member(_ place: Int) -> ChatDetailsViewModel.Member {
        guard content.members.indices.contains(place) else {
            let gone = Action<Void>.unavailable("Nobody is chosen")
            return .init(name: .empty, detail: .empty, role: .empty, remove: gone, startChat: gone)
        }
        let member = content.members[place]
        let isOwn = member.userID == ownUserID
        let words = [
            isOwn ? "you" : nil, member.membership == "invite" ? "invited" : nil,
            content.power.flatMap { Self.word(for: $0.level(of: member.userID)) },
        ]
        let name = member.shownName ?? Naming.shortID(member.userID)
        return ChatDetailsViewModel.Member(
            name: DisplayText(sanitizing: name), detail: DisplayText(sanitizing: member.userID),
            role: DisplayText(sanitizing: words.compactMap(\.self).joined(separator: ", ")),
            remove: remove(member.userID, isOwn: isOwn), startChat: startChat(member, isOwn: isOwn))
    }

    private func remove(_ userID: String, isOwn: Bool) -> Action<Void> {
        if isOwn { return .unavailable("That is you: " + .key(.leaveChat) + " in the chat leaves it") }
        if let reason = closed ?? own.lack(toRemove: userID) { return .unavailable(reason) }
        return .available { [queue] in queue.post(ChatDetailsEvent.removing(userID: userID)) }
    }

    private func startChat(_ member: ChatMember, isOwn: Bool) -> Action<Void> {
        if isOwn { return .unavailable("That is you") }
        let person = ChatPerson(userID: member.userID, displayName: member.displayName)
        return .available { [queue] in queue.post(CreateChatEvent.started(with: person)) }
    }

    private static func word(for level: Int) -> String? {
        switch level {
        case .max: "made it"
        case 100: "admin"
        case 50: "moderator"
        case 0: nil
        default: "power \(level)"
        }
    }
}
