import Conversations
import Engine
import MatrixAPI

/// Performing the commands. Each function is named in a row of ``SlashCommand/row``. It shows why the command can't run
/// or asks for a confirmation, or else frees the field and runs the command.
extension ComposerEventRouter {
    func perform(_ command: SlashCommand, _ call: CommandCall) {
        let row = command.row
        if let refusal = row.need.refusal(for: self) { return state.composer.showNotice(refusal) }
        row.perform?(self, call)
    }

    /// Clears the field once nothing is in the way of a command.
    ///
    /// - Parameter isKept: whether storing the line also replaces the draft on disk.
    func free(after call: CommandCall, isKept: Bool = false) {
        effects.typing.stopped(chatID: call.chatID)
        free(call.place, isKept: isKept)
    }

    func invite(_ call: CommandCall) {
        free(after: call)
        let name = call.argument.trimmed
        if let person = UserID(name) { return effects.commands.invite(person, typed: call.typed) }
        // A name may match several people, which the form lists.
        queue.post(CreateChatEvent.started(with: nil, for: .invitation(chatID: call.chatID, text: name)))
    }

    /// Joins a chat. The confirmation of a refused line knocks.
    func join(_ call: CommandCall) {
        guard let chat = JoinArgument(call.argument, server: UserID(state.account.userID)?.server ?? "") else {
            return state.composer.showNotice(.noChatAddress(call.argument.trimmed))
        }
        free(after: call)
        let origin = JoinOrigin.line(call.typed)
        queue.post(
            call.isConfirmed
                ? JoinEvent.knocking(chat.address, reason: chat.reason, from: origin)
                : JoinEvent.asked(chat.address, reason: chat.reason, from: origin))
    }

    func leave(_ call: CommandCall) {
        guard call.isConfirmed else {
            return state.composer.ask(.leaveChat, about: call.text, notice: .stillInChat)
        }
        free(after: call)
        queue.post(ChatEvent.leaving(chatID: call.chatID))
    }

    func rename(_ call: CommandCall) {
        free(after: call)
        effects.commands.rename(to: call.argument, typed: call.typed)
    }

    func setTopic(_ call: CommandCall) {
        free(after: call)
        effects.commands.setTopic(call.argument, typed: call.typed)
    }
}

/// Adding the open chat to a space and removing it.
extension ComposerEventRouter {
    /// Adds the chat to a space. A space that doesn't exist is created after a confirmation.
    func putIntoSpace(_ call: CommandCall) {
        let name = call.argument.trimmed
        let space = space(named: name)
        if space == nil, !call.isConfirmed {
            return state.composer.ask(.makeSpace(name), about: call.text, notice: .space(.isUnknown(name)))
        }
        if let space, let hindrance = hindrance(to: space, call.chatID, isInside: false) {
            return state.composer.showNotice(.space(hindrance))
        }
        free(after: call)
        effects.commands.move(into: space, named: name, typed: call.typed)
    }

    func takeFromSpace(_ call: CommandCall) {
        let name = call.argument.trimmed
        guard let space = space(named: name) else { return state.composer.showNotice(.space(.isUnknown(name))) }
        if let hindrance = hindrance(to: space, call.chatID, isInside: true) {
            return state.composer.showNotice(.space(hindrance))
        }
        free(after: call)
        effects.commands.move(outOf: space, named: name, typed: call.typed)
    }

    /// Returns the first space with a name, in the order of identifiers and ignoring case.
    private func space(named name: String) -> Chat? {
        let wanted = name.trimmed.lowercased()
        return state.chatList.spaceIDs.sorted().compactMap { state.chatList.chats[$0] }
            .first { Naming.chat($0).lowercased() == wanted }
    }

    /// - Parameter isInside: whether the chat has to be in the space so far.
    private func hindrance(to space: Chat, _ chatID: String, isInside: Bool) -> SpaceNotice? {
        let name = Naming.chat(space)
        let hasChat = space.spaceChildren.contains { $0.chatID == chatID }
        if hasChat != isInside { return hasChat ? .hasChat(name) : .lacksChat(name) }
        return state.power.own(in: space).maySet("m.space.child") ? nil : .lacksPower(name)
    }
}

/// Sending files.
extension ComposerEventRouter {
    /// Asks for confirmation before a line that is only a path is sent as text. It was more likely pasted or dropped to
    /// send the file. Nothing is sent before the answer.
    ///
    /// - Returns: whether the question was asked.
    func asksAboutFile(_ text: String) -> Bool {
        guard state.composer.confirmedText != text, TypedPath.isWholeLine(text) else { return false }
        state.composer.askAgain(about: text, notice: .looksLikeFile)
        return true
    }

    /// Sends the file whose path was typed, with the caption in the lines below.
    func sendFile(_ call: CommandCall) {
        let (path, caption) = Self.parts(of: call.argument)
        if let reason = unavailableReason(ofFileWith: caption, chatID: call.chatID) {
            return state.composer.showNotice(reason)
        }
        free(after: call, isKept: true)
        let typed = call.typed
        // Until the outbox has copied the file, the typed line is stored as a draft.
        effects.composerArchive.saveDraft(typed.text, at: typed.draftPlace)
        let now = environment.now()
        let (id, thread) = (OutboxLine.newID(now: now), thread(of: call.place))
        effects.outboxArchive.acceptFile(
            TypedPath.readings(of: path), caption: caption, id: id, typed: typed, thread: thread,
            limit: effects.outbox.uploadLimit,
            now: now,
            isDraftDone: { [state] in state.drafts.texts[typed.draftPlace]?.isEmpty ?? true })
    }

    /// The reason that a named file can't be sent now.
    private func unavailableReason(ofFileWith caption: String, chatID: String) -> ComposerNotice? {
        // The composer holds a reply or an edit. A file can be neither, and sending it would clear the stored draft.
        if state.composer.purpose != .newLine { return .fileGoesByItself }
        let size = MessageContent.text(NamedText(caption), isEmote: false).serialized.count
        let excess = size + Self.fileBytes - maximumBytes(chatID: chatID)
        return excess > 0 ? .tooLong(by: excess) : nil
    }

    /// The maximum size of a file message without its caption, in bytes.
    private static let fileBytes = 4_096

    private static func parts(of argument: String) -> (path: String, caption: String) {
        let lines = argument.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (lines.first ?? "", lines.count > 1 ? lines[1].trimmed : "")
    }
}

/// Commands about members of the chat.
extension ComposerEventRouter {
    /// Changes a member after a confirmation.
    func changeMember(_ call: CommandCall, _ act: MemberChange.Act, rest: MemberArgument.Rest) {
        guard let chat = state.chatList.openChat, let found = member(named: call.argument, of: chat) else { return }
        let change = MemberChange(
            rest == .rank && found.rest.lowercased() == "admin" ? .makeAdmin : act, found.userID,
            reason: rest == .reason ? found.rest : "")
        guard state.power.own(in: chat).denialReason(of: change.act, to: change.userID) == nil else {
            return state.composer.showNotice(.mayNot(change.act))
        }
        let name = state.timeline.names.name(of: change.userID)
        guard call.isConfirmed else {
            return state.composer.ask(.member(change, name: name), about: call.text, notice: .nothingDone)
        }
        free(after: call)
        effects.commands.perform(change, called: name, typed: call.typed)
    }

    /// - Returns: `nil` if the argument names no single person, after showing that.
    private func member(named argument: String, of chat: Chat) -> MemberArgument? {
        let timeline = state.timeline
        let known = timeline.chatID == chat.id ? Array(timeline.members.values) : []
        switch MemberArgument.parse(argument, members: known, ownUserID: state.account.userID) {
        case .failure(let flaw):
            state.composer.showNotice(.noMember(flaw))
            return nil
        case .success(let found):
            return found
        }
    }
}
