import Conversations
import MatrixAPI

/// Commands about members of the chat.
extension ComposerEventRouter {
    /// The change of a member that a command makes after a confirmation.
    ///
    /// - Returns: `nil` if the change is not possible or not yet confirmed; a notice then says which.
    func memberChange(
        _ command: SlashCommand, argument: String, text: String, isConfirmed: Bool
    ) -> (change: MemberChange, name: String)? {
        guard let chat = models.chatList.openChat, let act = command.act else { return nil }
        let timeline = models.timeline
        let known = timeline.chatID == chat.id ? Array(timeline.members.values) : []
        switch MemberArgument.parse(argument, members: known, ownUserID: models.account.userID) {
        case .failure(let flaw):
            models.composer.tell(.noMember(flaw))
            return nil
        case .success(let found):
            let isAdmin = command == .op && found.rest.lowercased() == "admin"
            let change = MemberChange(
                isAdmin ? .makeAdmin : act, found.userID, reason: command.takesReason ? found.rest : "")
            guard models.power.own(in: chat).lack(of: change.act, to: change.userID) == nil else {
                models.composer.tell(.mayNot(change.act))
                return nil
            }
            let name = timeline.names.name(of: change.userID)
            guard isConfirmed else {
                models.composer.ask(.member(change, name: name), about: text, notice: .nothingDone)
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
