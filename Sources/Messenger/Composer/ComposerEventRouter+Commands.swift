import Conversations
import MatrixAPI

/// Adding the open chat to a space and removing it.
extension ComposerEventRouter {
    /// Returns the first space with a name, in the order of identifiers and ignoring case.
    func space(named name: String) -> Chat? {
        let wanted = name.trimmed.lowercased()
        return state.chatList.spaceIDs.sorted().compactMap { state.chatList.chats[$0] }
            .first { Naming.chat($0).lowercased() == wanted }
    }

    /// Shows why a command about a space can't run, or asks for a confirmation.
    ///
    /// - Returns: whether the command is held back. It is `false` for other commands, and if nothing is in the
    ///   way.
    func isHeldBack(
        _ command: SlashCommand, _ name: String, text: String, chatID: String, isConfirmed: Bool
    ) -> Bool {
        guard command == .space || command == .unspace else { return false }
        let name = name.trimmed
        guard let space = space(named: name) else {
            if command == .unspace {
                state.composer.showNotice(.space(.isUnknown(name)))
            } else if !isConfirmed {
                state.composer.ask(.makeSpace(name), about: text, notice: .space(.isUnknown(name)))
            }
            return command == .unspace || !isConfirmed
        }
        guard let hindrance = hindrance(to: command, space, chatID: chatID) else { return false }
        state.composer.showNotice(.space(hindrance))
        return true
    }

    private func hindrance(to command: SlashCommand, _ space: Chat, chatID: String) -> SpaceNotice? {
        let name = Naming.chat(space)
        let hasChat = space.spaceChildren.contains { $0.chatID == chatID }
        if hasChat, command == .space { return .hasChat(name) }
        if !hasChat, command == .unspace { return .lacksChat(name) }
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

    /// - Parameter argument: the path as it was typed, with the caption in the lines below.
    func send(fileAt argument: String, typed: TypedLine, of place: ComposerTarget) {
        let now = environment.now()
        let (id, thread) = (OutboxLine.newID(now: now), thread(of: place))
        let (path, caption) = Self.parts(of: argument)
        effects.outboxArchive.acceptFile(
            TypedPath.readings(of: path), caption: caption, id: id, typed: typed, thread: thread,
            limit: effects.outbox.uploadLimit,
            now: now,
            isDraftDone: { [state] in state.chatList.drafts[typed.draftPlace]?.isEmpty ?? true })
    }

    /// The reason that a named file can't be sent now.
    func unavailableReason(ofFileNamed argument: String, chatID: String) -> ComposerNotice? {
        // The composer holds a reply or an edit. A file can be neither, and sending it would clear the stored draft.
        if state.composer.purpose != .newLine { return .fileGoesByItself }
        let size = MessageContent.text(NamedText(Self.parts(of: argument).caption), isEmote: false).serialized.count
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
    /// The change of a member that a command makes after a confirmation.
    ///
    /// - Returns: `nil` if the change is not possible or not yet confirmed; a notice then says which.
    func memberChange(
        _ command: SlashCommand, argument: String, text: String, isConfirmed: Bool
    ) -> (change: MemberChange, name: String)? {
        guard let chat = state.chatList.openChat, let act = command.act else { return nil }
        let timeline = state.timeline
        let known = timeline.chatID == chat.id ? Array(timeline.members.values) : []
        switch MemberArgument.parse(argument, members: known, ownUserID: state.account.userID) {
        case .failure(let flaw):
            state.composer.showNotice(.noMember(flaw))
            return nil
        case .success(let found):
            let isAdmin = command == .op && found.rest.lowercased() == "admin"
            let change = MemberChange(
                isAdmin ? .makeAdmin : act, found.userID, reason: command.takesReason ? found.rest : "")
            guard state.power.own(in: chat).denialReason(of: change.act, to: change.userID) == nil else {
                state.composer.showNotice(.mayNot(change.act))
                return nil
            }
            let name = timeline.names.name(of: change.userID)
            guard isConfirmed else {
                state.composer.ask(.member(change, name: name), about: text, notice: .nothingDone)
                return nil
            }
            return (change, name)
        }
    }
}

extension SlashCommand {
    /// The change that the command makes to a member; `nil` for other commands.
    var act: MemberChange.Act? {
        switch self {
        case .ban: .ban
        case .deop: .give(0)
        case .kick: .remove
        case .op: .makeModerator
        case .unban: .unban
        case .help, .invite, .join, .leave, .list, .me, .nick, .poll, .quit, .send, .share, .space, .topic, .unspace:
            nil
        }
    }

    fileprivate var takesReason: Bool { [.ban, .kick, .unban].contains(self) }
}
