import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the chat details from the values of the models.
struct ChatDetailsViewModelBuilder {
    let content: ChatDetailsContent
    let queue: EventQueue

    private var chat: Chat? { content.chat }
    private var ownUserID: String { content.ownUserID }

    func build() -> ChatDetailsViewModel {
        let banned = content.members.count { $0.membership == "ban" }
        // People who knock are not members yet.
        let asking = content.members.count { $0.membership == "knock" }
        let heading = DisplayText.words("chat-details.members", count: content.members.count - banned - asking)
        var model = ChatDetailsViewModel(
            title: DisplayText(sanitizing: chat.map { Naming.chat($0) } ?? .words("chat-details.this-chat-is-gone")),
            facts: facts,
            memberHeading: banned == 0
                ? heading : heading + ", " + DisplayText.words("chat-details.banned-people", count: banned),
            memberCount: content.members.count,
            member: { [self] in member($0) }, shouldShowBusy: content.isBusy || content.isLoading,
            busyText: content.isBusy ? .words("server.asking") : .words("chat-details.asking-who-is-here"),
            shouldShowError: content.error != nil, errorText: DisplayText(sanitizing: content.error?.text ?? ""),
            field: content.field.map { field($0) }, rename: action(.name, "m.room.name", .words("chat.rename-it")),
            setTopic: action(.topic, "m.room.topic", .words("chat.set-topic")), invite: invite,
            changeNotices: changeNotices, encrypt: encrypt, access: access.build(),
            back: { [queue] in queue.post(NavigationEvent.back) })
        model.noticesTitle = noticesTitle
        return model
    }

    private var facts: [ChatDetailsViewModel.Fact] {
        guard let chat else { return [] }
        let head: [ChatDetailsViewModel.Fact] = [
            .init(.words("chat-details.name"), given(chat.givenName)),
            .init(.words("chat-details.topic"), given(chat.topic)),
            .init(.words("chat-details.address"), given(chat.canonicalAlias)),
        ]
        let tail: [ChatDetailsViewModel.Fact] = [
            .init(.words("chat-details.room-id"), DisplayText(sanitizing: chat.id)),
            .init(
                .words("chat-details.encryption"),
                content.lacksEncryption
                    ? .words("chat-details.lacks-encryption")
                    : chat.isEncrypted ? .words("chat-details.is-encrypted") : .words("chat-details.none")),
            .init(.words("chat-details.notices"), notices(chat.notificationLevel)),
        ]
        return head + access.facts(beside: chat.canonicalAlias) + tail + place(of: chat)
    }

    /// The states of the chat that the list shows by symbols; empty if there are none.
    private func place(of chat: Chat) -> [ChatDetailsViewModel.Fact] {
        var words: [String] = []
        if chat.tags.isPinned { words.append(.words("chat-list.is-pinned")) }
        if chat.tags.isArchived { words.append(.words("chat-details.in-the-archive")) }
        if chat.isMarkedUnread { words.append(.words("chat-list.is-unread")) }
        if content.hasDraft { words.append(.words("help.mark-draft")) }
        if content.hasDraftInThread { words.append(.words("chat-list.draft-in-thread")) }
        guard !words.isEmpty else { return [] }
        return [.init(.words("chat-details.place"), DisplayText(sanitizing: words.joined(separator: ", ")))]
    }

    private func notices(_ level: NotificationLevel) -> DisplayText {
        switch level {
        case .all: .words("chat-details.of-all-messages")
        case .mentions: .words("chat-details.of-mentions-alone")
        case .off: .words("chat-details.of-nothing")
        }
    }

    private func given(_ text: String?) -> DisplayText {
        text.map { DisplayText(sanitizing: $0) } ?? .words("chat-details.none")
    }

    private func field(_ field: ChatDetailsField) -> ChatDetailsViewModel.Field {
        let prompt: DisplayText =
            switch field {
            case .name: .words("chat-details.the-chats-name")
            case .topic: .words("chat-details.what-it-is-about")
            }
        return ChatDetailsViewModel.Field(
            prompt: prompt, text: content.text, revision: content.revision, hint: hint(field),
            changed: { [queue] in queue.post(ChatDetailsEvent.changed(text: $0)) },
            save: content.isBusy
                ? .unavailable(.words("server.being-asked"))
                : .available { [queue] in queue.post(ChatDetailsEvent.saving(text: $0)) },
            question: { question(field, text: $0) }, cancel: { [queue] in queue.post(ChatDetailsEvent.editing(nil)) })
    }

    /// Asks for confirmation, since a new name or topic applies to all members and replaces the old one.
    private func question(_ field: ChatDetailsField, text: String) -> DisplayText {
        switch field {
        case .name: .words("chat-details.name-question", ["name": text])
        case .topic: .words("chat-details.topic-question")
        }
    }

    private func hint(_ field: ChatDetailsField) -> DisplayText {
        switch field {
        case .name: .words("chat-details.enter-names-it")
        case .topic: .words("chat-details.enter-sets-it")
        }
    }
}

extension ChatDetailsViewModelBuilder {
    private func action(_ field: ChatDetailsField, _ type: String, _ what: DisplayText) -> Action<Void> {
        if let reason = closed ?? own.denialReason(toSet: type, what) { return .unavailable(reason) }
        return .available { [queue] in queue.post(ChatDetailsEvent.editing(field)) }
    }

    private var invite: Action<Void> {
        if let reason = closed ?? own.inviteDenialReason { return .unavailable(reason) }
        guard let chatID = chat?.id else { return .unavailable(.words("chat-details.this-chat-is-gone")) }
        return .available { [queue] in
            queue.post(CreateChatEvent.started(with: nil, for: .invitation(chatID: chatID, text: "")))
        }
    }

    private var nextLevel: NotificationLevel {
        let levels = NotificationLevel.allCases
        let place = chat.flatMap { levels.firstIndex(of: $0.notificationLevel) } ?? 0
        return levels[(place + 1) % levels.count]
    }

    private var noticesTitle: String {
        switch nextLevel {
        case .all: .words("chat-details.be-told-of-all")
        case .mentions: .words("chat-details.be-told-of-mentions")
        case .off: .words("chat-details.be-told-of-nothing")
        }
    }

    private var changeNotices: Action<Void> {
        guard let chat, chat.membership == .joined else { return .unavailable(outside) }
        return .available { [queue, next = nextLevel] in
            queue.post(ChatTaskEvent.wanted(.set(.notifications(next), chatID: chat.id)))
        }
    }

    private var encrypt: Action<Void> {
        if !content.canEncrypt { return .unavailable(.words("create-chat.nothing-is-encrypted-here")) }
        if chat?.isEncrypted == true, !content.lacksEncryption {
            return .unavailable(.words("chat-details.is-encrypted-already"))
        }
        if let reason = closed ?? own.denialReason(toSet: "m.room.encryption", .words("chat-details.encrypt-it")) {
            return .unavailable(reason)
        }
        return .available { [queue] in queue.post(ChatDetailsEvent.doing(.encryption)) }
    }

    private var access: ChatAccessBuilder {
        ChatAccessBuilder(access: content.access, own: own, closed: closed, queue: queue)
    }

    private var outside: DisplayText { chat?.outside ?? .words("chat.not-in-it-any-more") }

    private var own: OwnPower { OwnPower(power: content.power, userID: ownUserID) }

    /// The reason that nothing of the chat can be changed now.
    private var closed: DisplayText? {
        if chat?.membership != .joined { return outside }
        return content.isBusy ? .words("server.being-asked") : nil
    }

    private func member(_ place: Int) -> ChatDetailsViewModel.Member {
        guard content.members.indices.contains(place) else {
            let gone = Action<Void>.unavailable(.words("chat-details.nobody-is-chosen"))
            return .init(
                name: .empty, detail: .empty, role: .empty, moderation: .init(), startChat: gone, verify: gone)
        }
        let member = content.members[place]
        let isOwn = member.userID == ownUserID
        let words = [
            isOwn ? .words("chat-details.you") : nil,
            member.membership == "invite" ? .words("chat-details.invited") : nil,
            member.membership == "knock" ? .words("chat-details.asks-to-join") : nil,
            member.membership == "ban" ? .words("chat-details.banned") : nil,
            content.power.flatMap { Self.word(for: $0.level(of: member.userID)) },
            content.trust[member.userID].flatMap { Self.word(for: $0, isOwn: isOwn) },
        ]
        let name = member.shownName ?? Naming.shortID(member.userID)
        var model = ChatDetailsViewModel.Member(
            name: DisplayText(sanitizing: name),
            wholeName: DisplayText(sanitizing: content.names.name(of: member.userID)),
            detail: DisplayText(sanitizing: member.userID),
            mark: mark(of: member.userID),
            role: DisplayText(sanitizing: words.compactMap(\.self).joined(separator: ", ")),
            moderation: moderation(member, isOwn: isOwn), startChat: startChat(member, isOwn: isOwn),
            verify: verify(member, isOwn: isOwn))
        if member.membership == "knock" { model.admit = admit(member.userID) }
        return model
    }

    private func admit(_ userID: String) -> Action<Void> {
        guard let chat else { return .unavailable(outside) }
        if let reason = closed ?? own.inviteDenialReason { return .unavailable(reason) }
        return .available { [queue] in queue.post(KnockEvent.admitting(userID: userID, chatID: chat.id)) }
    }

    private func moderation(_ member: ChatMember, isOwn: Bool) -> ChatDetailsViewModel.Moderation {
        let isBanned = member.membership == "ban"
        let level = content.power?.level(of: member.userID)
        let yourself: DisplayText? = isOwn ? .words("chat-details.that-is-you") : nil
        let alreadyBanned: DisplayText? = isBanned ? .words("chat-details.is-banned-already") : nil
        let alreadyThat: DisplayText = .words("chat-details.is-that-already")
        let usual = content.power?.usersDefault ?? 0
        var moderation = ChatDetailsViewModel.Moderation()
        moderation.remove = act(.remove, member, yourself ?? alreadyBanned)
        moderation.ban = act(.ban, member, yourself ?? alreadyBanned)
        moderation.unban = act(.unban, member, isBanned ? nil : .words("chat-details.is-not-banned"))
        moderation.makeModerator = act(.makeModerator, member, level == 50 ? alreadyThat : nil)
        moderation.makeAdmin = act(.makeAdmin, member, level == 100 ? alreadyThat : nil)
        moderation.takePower = act(
            .give(usual), member, level == usual ? .words("chat-details.has-no-power") : nil)
        return moderation
    }

    private func act(
        _ act: MemberChange.Act, _ member: ChatMember, _ reason: DisplayText?
    ) -> ChatDetailsViewModel.MemberAct {
        let name = content.names.name(of: member.userID)
        let lack = reason ?? closed ?? own.denialReason(of: act, to: member.userID)
        return ChatDetailsViewModel.MemberAct(
            why: act.why(name), question: act.question(name),
            perform: lack.map { .unavailable($0) }
                ?? .available { [queue] why in
                    let change = MemberChange(act, member.userID, reason: why.trimmed)
                    queue.post(ChatDetailsEvent.doing(.member(change)))
                })
    }

    private func startChat(_ member: ChatMember, isOwn: Bool) -> Action<Void> {
        if isOwn { return .unavailable(.words("chat-details.is-you")) }
        let person = ChatPerson(userID: member.userID, displayName: member.displayName)
        return .available { [queue] in queue.post(CreateChatEvent.started(with: person)) }
    }

    private func mark(of userID: String) -> ChatDetailsViewModel.Mark {
        switch content.trust[userID] {
        case .verified: .verified
        case .hasUnverifiedDevice, .identityChanged: .doubtful
        case .unverified, nil: .none
        }
    }

    private static func word(for trust: PersonTrust, isOwn: Bool) -> String? {
        switch trust {
        case .hasUnverifiedDevice: .words("trust.has-unverified-device")
        // The page of this device asks about the account's own identity.
        case .verified where isOwn, .identityChanged where isOwn, .unverified: nil
        case .verified: .words("trust.verified")
        case .identityChanged: .words("trust.is-another")
        }
    }

    /// Starts a verification of a member. In the account's own row, it verifies the other devices of the account.
    private func verify(_ member: ChatMember, isOwn: Bool) -> Action<Void> {
        guard content.canEncrypt else { return .unavailable(.words("verification.account-has-no-keys")) }
        guard let chat, chat.membership == .joined else { return .unavailable(outside) }
        let partner =
            isOwn ? VerificationPartner.ownDevice(deviceID: nil) : .person(userID: member.userID, chatID: chat.id)
        return .available { [queue] in queue.post(VerificationEvent.asking(partner)) }
    }

    private static func word(for level: Int) -> String? {
        switch level {
        case .max: .words("chat-details.made-it")
        case 100: .words("chat-details.admin")
        case 50: .words("chat-details.moderator")
        case 0: nil
        default: .words("chat-details.power", ["level": String(level)])
        }
    }
}
